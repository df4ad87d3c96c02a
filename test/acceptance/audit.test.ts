import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { trimLogs } from '../../src/accounts/audit-chain/audit-housekeeping.ts';
import { maxTeamLimits } from '../../src/lib/team-limits.ts';
import { dragomanJson } from '../support/command-line.ts';
import { withPool } from '../support/pool.ts';
import { createKey } from '../support/seed.ts';
import { useServer } from '../support/server-process.ts';
import { type KeyAnswer, newTeam, type TeamApi } from '../support/team-api.ts';

interface Entry {
  id: string;
  at: string;
  action: string;
  subject: { type: string; id: string };
  actor: { type: string; id: string | null; name: string | null };
  address: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
}
interface AuditAnswer {
  entries: Entry[];
  next_cursor: string | null;
}

const context = useServer({ DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1' });
const audit = async (team: TeamApi, query = '') =>
  (await team.get<AuditAnswer>(`/v1/audit${query}`)).body.entries;
const run = (...args: string[]) => dragomanJson(args, context.env);

describe('every change leaves an entry', () => {
  let team: TeamApi;
  beforeAll(async () => {
    team = await newTeam(context.server.url, context.env);
  });
  const byKey = () => ({ type: 'key', id: team.keyId, name: 'test' });
  const latest = async () => (await audit(team, '?limit=1'))[0];

  test('of keys over HTTP: who, what, when, from where, in which call', async () => {
    const before = Date.now() - 1_000;
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const created = await team.send<KeyAnswer>('POST', '/v1/keys', { name: 'app', mode: 'test' }, headers);
    const { id, fingerprint, key } = created.body;
    const entry = await latest();
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      action: 'key.created',
      subject: { type: 'key', id },
      actor: byKey(),
      address: '203.0.113.7',
      request_id: created.headers.get('x-request-id'),
      details: { name: 'app', mode: 'test', scopes: ['translate'], fingerprint },
    });
    expect(Date.parse(entry?.at ?? '')).toBeGreaterThan(before);
    await team.send('PATCH', `/v1/keys/${id}`, { name: 'web' });
    expect(await latest()).toMatchObject({ action: 'key.renamed', details: { from: 'app', to: 'web' } });
    await team.send('DELETE', `/v1/keys/${id}`);
    expect(await latest()).toMatchObject({ action: 'key.revoked', actor: byKey(), details: { name: 'web' } });
    const all = await audit(team);
    expect(JSON.stringify(all)).not.toContain(key.slice(9));
    await team.send('DELETE', `/v1/keys/${id}`);
    expect(await audit(team)).toEqual(all);
  });

  test('of keys, limits and credit on the command line', async () => {
    const key = await createKey(context.env, team.id);
    const byOperator = { actor: { type: 'command_line', id: null, name: expect.any(String) }, address: null };
    expect(await latest()).toMatchObject({ action: 'key.created', subject: { id: key.id }, ...byOperator });
    await run('key', 'revoke', key.id);
    expect(await latest()).toMatchObject({ action: 'key.revoked', subject: { id: key.id }, ...byOperator });
    await run('team', 'set-limits', team.id, '--requests-burst', '7');
    expect(await latest()).toMatchObject({
      action: 'limits.changed',
      subject: { type: 'limits', id: team.id },
      details: { requests_burst: { from: maxTeamLimits.requestsBurst, to: 7 } },
      ...byOperator,
    });
    await run('credit', 'add', '--team', team.id, '--characters', '50', '--reason', 'gift');
    expect(await latest()).toMatchObject({
      action: 'credit.added',
      details: { characters: 50, reason: 'gift', credit_left: 50 },
      ...byOperator,
    });
    const all = await audit(team);
    expect(all.at(-1)).toMatchObject({ action: 'team.created', ...byOperator });
    await run('team', 'set-limits', team.id, '--requests-burst', '7');
    expect(await audit(team)).toEqual(all);
  });

  test('of glossaries, without their terms', async () => {
    const dictionary = {
      source_lang: 'en',
      target_lang: 'es',
      entries: [{ source: 'canaryterm', target: 'x' }],
    };
    const created = await team.send<{ id: string }>('POST', '/v1/glossaries', {
      name: 'g',
      dictionaries: [dictionary],
    });
    const path = `/v1/glossaries/${created.body.id}`;
    await team.send('PUT', `${path}/dictionaries/en/es`, 'a\tb', {
      'content-type': 'text/tab-separated-values',
    });
    await team.send('PATCH', `${path}/dictionaries/en/es`, 'c,d', { 'content-type': 'text/csv' });
    await team.send('PATCH', path, { name: 'h' });
    await team.send('DELETE', `${path}/dictionaries/en/es`);
    await team.send('DELETE', path);
    const entries = await audit(team, `?subject=${created.body.id}`);
    expect(entries.toReversed().map(({ action, details }) => [action, details])).toEqual([
      [
        'glossary.created',
        { name: 'g', dictionaries: [{ source_lang: 'EN', target_lang: 'ES', entry_count: 1 }] },
      ],
      ['glossary.dictionary_replaced', { source_lang: 'EN', target_lang: 'ES', entry_count: 1, version: 2 }],
      ['glossary.entries_merged', { source_lang: 'EN', target_lang: 'ES', entry_count: 2, version: 3 }],
      ['glossary.renamed', { from: 'g', to: 'h' }],
      ['glossary.dictionary_deleted', { source_lang: 'EN', target_lang: 'ES' }],
      ['glossary.deleted', { name: 'h' }],
    ]);
    expect(JSON.stringify(entries)).not.toContain('canaryterm');
  });
});

test('a change that is refused leaves none', async () => {
  const team = await newTeam(context.server.url, context.env);
  const before = await audit(team);
  await team.send('POST', '/v1/keys', { name: '' });
  await team.send('DELETE', `/v1/keys/${team.keyId}`);
  await team.send('POST', '/v1/glossaries', { name: 'x', dictionaries: [{ source_lang: 'en' }] });
  expect(await audit(team)).toEqual(before);
});

test('page by page, by action and by time', async () => {
  const team = await newTeam(context.server.url, context.env);
  for (let i = 0; i < 3; i++) await team.send('POST', '/v1/keys', { name: `k${i}` });
  const all = await audit(team);
  expect(all.map(({ action }) => action)).toEqual([...Array(4).fill('key.created'), 'team.created']);
  const first = (await team.get<AuditAnswer>('/v1/audit?limit=2')).body;
  await team.send('POST', '/v1/keys', { name: 'meanwhile' });
  const second = (await team.get<AuditAnswer>(`/v1/audit?limit=3&cursor=${first.next_cursor}`)).body;
  expect([...first.entries, ...second.entries]).toEqual(all);
  expect(second.next_cursor).toBeNull();
  expect(await audit(team, '?action=team.created')).toEqual(all.slice(-1));
  expect(await audit(team, '?to=2020-01-01')).toEqual([]);
  expect(await audit(team, '?from=2999-01-01')).toEqual([]);
  expect(await audit(team, `?from=${all[1]?.at}&to=${all[0]?.at}`)).toEqual([all[1]]);
});

test.each(['from=yesterday', 'limit=x', 'cursor=abc', 'action=x', 'subject=%00', 'subject='])(
  '?%s: 400 invalid_request',
  async (query) => {
    const team = await newTeam(context.server.url, context.env, 'audit');
    expect((await team.get(`/v1/audit?${query}`)).body.code).toBe('invalid_request');
  },
);

test('needs the scope audit, and shows nothing of other teams', async () => {
  const [team, other] = await Promise.all([
    newTeam(context.server.url, context.env),
    newTeam(context.server.url, context.env, 'translate,keys'),
  ]);
  expect((await other.get('/v1/audit')).status).toBe(403);
  expect(await audit(team, `?subject=${other.keyId}`)).toEqual([]);
});

interface ChainPage {
  entries: { number: number; fields: Record<string, string | null> }[];
  head: { chain: string; number: number; hash: string };
}

const verifyByScript = (read: readonly ChainPage[]) =>
  spawnSync('python3', ['docs/operate/verify-audit-log.py'], {
    input: read.map((page) => `${JSON.stringify(page)}\n`).join(''),
    encoding: 'utf8',
  });

/** Runs `between` after each page. */
async function readChain(team: TeamApi, limit: number, between = async () => {}): Promise<ChainPage[]> {
  const pages: ChainPage[] = [];
  for (let last = 0; ; ) {
    const { body } = await team.get<ChainPage>(`/v1/audit/chain?after=${last}&limit=${limit}`);
    pages.push(body);
    last = body.entries.at(-1)?.number ?? Number.NaN;
    if (!(last < body.head.number)) return pages;
    await between();
  }
}

test('a team reads its chain page by page, and the script of the documentation verifies it', async () => {
  const [team, other] = [
    await newTeam(context.server.url, context.env),
    await newTeam(context.server.url, context.env, 'translate'),
  ];
  for (const name of ['one', 'two', 'three', 'four']) {
    const { body } = await team.send<KeyAnswer>('POST', '/v1/keys', { name, mode: 'test' });
    await team.send('DELETE', `/v1/keys/${body.id}`);
  }
  const pages = await readChain(team, 3);
  expect(pages.length).toBeGreaterThan(2);
  expect(new Set(pages.map(({ head }) => head.chain))).toEqual(new Set([team.id]));
  const actions = pages.flatMap(({ entries }) => entries.map(({ fields }) => fields.action));
  expect(actions.toReversed()).toEqual((await audit(team)).map(({ action }) => action));
  expect(verifyByScript(pages)).toMatchObject({ status: 0, stderr: '' });
  expect(verifyByScript(pages.toSpliced(1, 1))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('are missing'),
  });
  expect((await other.get('/v1/audit/chain')).status).toBe(403);
  expect((await team.get<ChainPage>('/v1/audit/chain?after=999999999999999')).body.entries).toEqual([]);
  expect((await team.get('/v1/audit/chain?after=-1')).status).toBe(400);
});

test('pages of a chain that grows, and that retention shortens between two of them, verify', async () => {
  const team = await newTeam(context.server.url, context.env);
  const create = () => team.send('POST', '/v1/keys', { name: 'k', mode: 'test' });
  for (let i = 0; i < 8; i++) await create();
  let left = 5;
  const growing = await readChain(team, 3, async () => {
    if (left-- > 0) await create();
  });
  const numbers = growing.flatMap(({ entries }) => entries.map(({ number }) => number));
  expect(numbers).toEqual(Array.from({ length: 14 }, (_, i) => i + 1).slice(0, numbers.length));
  expect(numbers.length).toBeGreaterThan(12);
  expect(verifyByScript(growing)).toMatchObject({ status: 0, stderr: '' });

  const first = await team.get<ChainPage>('/v1/audit/chain?after=0&limit=3');
  await withPool(context.env.DATABASE_URL ?? '', (db) => trimLogs(db, new Date(Date.now() + 60_000)));
  await create();
  const rest = await team.get<ChainPage>('/v1/audit/chain?after=3&limit=100');
  expect(rest.body.entries[0]?.number).toBeGreaterThan(4);
  expect(verifyByScript([first.body, rest.body])).toMatchObject({ status: 0, stderr: '' });
  // Without the entry that says so, or with a part of what is left, it is a gap.
  const { entries, head } = rest.body;
  for (const cut of [entries.slice(1), entries.slice(0, -1)])
    expect(verifyByScript([first.body, { entries: cut, head }])).toMatchObject({ status: 1, stderr: '' });
});

test.each([
  ...['after=', 'after=-1', 'after=1.5', 'after=1e3', 'after=%00', 'after=9999999999999999'],
  ...['after=1&after=2', 'limit=0', 'limit=-1', 'limit=1e9', 'limit=x', 'limit=1&limit=2'],
])('chain?%s: 400 invalid_request', async (query) => {
  const team = await newTeam(context.server.url, context.env, 'audit');
  expect((await team.get(`/v1/audit/chain?${query}`)).body.code).toBe('invalid_request');
});

test('the log can only be appended to', async () => {
  for (const statement of [
    'DELETE FROM audit_log',
    "UPDATE audit_log SET action = 'a.b'",
    'TRUNCATE audit_log',
  ]) {
    const refused = withPool(context.env.DATABASE_URL ?? '', (db) => db.query(statement));
    await expect(refused).rejects.toThrow('append-only');
  }
});
