/** The request log of a team: every call with its outcome, for the people of the team, without anything private. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeKey } from '../../src/accounts/keys.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call, post, translate } from '../support/api-client.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { outsideAddress, useDialectsServer } from '../support/dialects-server.ts';
import { upload } from '../support/document-client.ts';
import { openTestPool } from '../support/pool.ts';
import { createKey, setLimits } from '../support/seed.ts';
import { openServer } from '../support/server-process.ts';
import { openStream } from '../support/stream-client.ts';
import { testActor } from '../support/test-actor.ts';

const context = useDialectsServer();
/** In every text of these tests. */
const canary = 'zyxwvcanary';
const house = `The house is big ${canary}.`;
let db: Database;

beforeAll(() => {
  db = openTestPool(context.env.DATABASE_URL ?? '');
});
afterAll(() => db.end());

interface Row {
  id: string;
  request_id: string | null;
  key_name: string | null;
  key_fingerprint: string | null;
  kind: string;
  mode: string | null;
  dialect: string | null;
  source_langs: string[];
  target_lang: string | null;
  engines: string[];
  status: number | null;
  code: string | null;
  characters: number;
  duration_ms: number | null;
  calls: number;
}
interface Listed {
  latest: string | null;
  requests: Row[];
  next_cursor: string | null;
  newest_cursor: string | null;
  searched_to: string | null;
  days_kept: number;
}

let people = 0;
async function newTeam(quota?: number) {
  const id = await seedTeam(db, 'Harbour', quota);
  const email = `person-${++people}@example.org`;
  await seedUser(db, id, email);
  const owner = await signIn(context.server.consoleUrl, email);
  const key = await createKey(context.env, id);
  const list = async (query = '') => (await owner.get<Listed>(`/teams/${id}/requests${query}`)).body;
  /** Rows are written shortly after their calls. */
  const rowOf = async (requestId: string | null | undefined): Promise<Row> => {
    const find = async () => (await list(`?request_id=${requestId}`)).requests[0];
    let row: Row | undefined;
    // They are written every half a second: asking more often would only keep the server busy.
    await expect.poll(async () => (row = await find()), { interval: 150, timeout: 60_000 }).toBeDefined();
    return row as unknown as Row;
  };
  return { id, owner, key, list, rowOf };
}
type Team = Awaited<ReturnType<typeof newTeam>>;

const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id');
const url = (path: string) => `${context.server.url}${path}`;
const asked = { text: [house], source_lang: 'EN', target_lang: 'ES' };
const sendDialect = (path: string, body: object, headers: Record<string, string> = {}) =>
  post(
    `${context.server.dialectsUrl}${path}`,
    { 'x-forwarded-for': outsideAddress, ...headers },
    JSON.stringify(body),
  );

describe('a call that is answered', () => {
  let team: Team;
  beforeAll(async () => {
    team = await newTeam();
  });

  test('has its languages, engine, charge and duration', async () => {
    const answer = await translate(context.server.url, team.key.plain, asked);
    expect(answer.status).toBe(200);
    const row = await team.rowOf(idOf(answer));
    expect(row).toMatchObject({
      key_name: 'test',
      key_fingerprint: team.key.fingerprint,
      kind: 'translate',
      mode: 'live',
      dialect: 'v1',
      source_langs: ['en'],
      target_lang: 'es',
      engines: ['apertium'],
      status: 200,
      code: null,
      characters: answer.body.characters,
      duration_ms: expect.any(Number),
      calls: 1,
    });
  });

  test('a repeat under its Idempotency-Key is charged nothing', async () => {
    const send = () =>
      post(
        url('/v1/translate'),
        { ...bearer(team.key.plain), 'idempotency-key': 'again' },
        JSON.stringify(asked),
      );
    const [first, second] = [await send(), await send()];
    expect((await team.rowOf(idOf(first))).characters).toBe(house.length);
    expect(await team.rowOf(idOf(second))).toMatchObject({
      status: 200,
      characters: 0,
      engines: ['apertium'],
    });
  });

  test('a call with a test key is marked', async () => {
    const { plain } = await createKey(context.env, team.id, 'translate', 'test');
    expect(await team.rowOf(idOf(await translate(context.server.url, plain, asked)))).toMatchObject({
      mode: 'test',
    });
  });

  test('every dialect is named', async () => {
    const key = team.key.plain;
    const deepl = await post(url('/v2/translate'), bearer(key), JSON.stringify(asked));
    expect(await team.rowOf(idOf(deepl))).toMatchObject({ dialect: 'deepl', status: 200, target_lang: 'es' });
    const libre = await sendDialect('/translate', { q: house, source: 'en', target: 'es', api_key: key });
    expect(await team.rowOf(idOf(libre))).toMatchObject({ dialect: 'libretranslate', status: 200 });
    const deeplx = await sendDialect(`/deeplx/translate?token=${key}`, { text: house, target_lang: 'ES' });
    expect(await team.rowOf(idOf(deeplx))).toMatchObject({ dialect: 'deeplx', status: 200 });
    const apy = await sendDialect('/apy/translate', { q: house, langpair: 'eng|spa', key });
    expect(await team.rowOf(idOf(apy))).toMatchObject({ dialect: 'apy', status: 200 });
    const message = (name: string, given: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    });
    const mcp = await sendDialect('/mcp', message('translate', asked), bearer(key));
    expect(await team.rowOf(idOf(mcp))).toMatchObject({
      dialect: 'mcp',
      status: 200,
      characters: house.length,
    });
    const refused = await sendDialect(
      '/mcp',
      message('translate', { ...asked, target_lang: 'XX' }),
      bearer(key),
    );
    expect(await team.rowOf(idOf(refused))).toMatchObject({ dialect: 'mcp', code: 'unsupported_language' });
    const other = await sendDialect('/mcp', message('languages', {}), bearer(key));
    await team.rowOf(idOf(await translate(context.server.url, key, asked)));
    expect((await team.list(`?request_id=${idOf(other)}`)).requests).toEqual([]);
  });

  test('an upload is a call, and what follows it is none', async () => {
    const key = team.key.plain;
    const sent = await upload(
      url('/v1/documents'),
      key,
      { name: `${canary}.txt`, content: house },
      {
        source_lang: 'EN',
        target_lang: 'ES',
      },
    );
    expect(sent.status).toBe(201);
    expect(await team.rowOf(idOf(sent))).toMatchObject({
      kind: 'document',
      status: 201,
      source_langs: ['en'],
      target_lang: 'es',
      characters: 0,
    });
    const state = await call(url(`/v1/documents/${sent.body.id}`), { headers: bearer(key) });
    await team.rowOf(idOf(await translate(context.server.url, key, asked)));
    expect((await team.list(`?request_id=${idOf(state)}`)).requests).toEqual([]);
  });

  test('what people do in the browser is marked, also a streamed text', async () => {
    const whole = await team.owner.send('POST', `/teams/${team.id}/translate`, asked);
    expect(await team.rowOf(idOf(whole))).toMatchObject({
      dialect: 'browser',
      key_name: 'browser',
      status: 200,
      characters: house.length,
    });
    const stream = await openStream({
      consoleUrl: context.server.consoleUrl,
      token: team.owner.token,
      team: team.id,
      text: [house],
      members: { source_lang: 'EN', target_lang: 'ES' },
    });
    await stream.rest();
    expect(await team.rowOf(idOf(stream))).toMatchObject({
      dialect: 'browser',
      key_name: 'browser',
      status: 200,
      characters: house.length,
      engines: ['apertium'],
    });
    const invalid = await team.owner.send('POST', `/teams/${team.id}/translate`, { text: [] });
    expect(await team.rowOf(idOf(invalid))).toMatchObject({
      dialect: 'browser',
      status: 400,
      key_name: null,
    });
  });
});

describe('a call that is refused', () => {
  let team: Team;
  beforeAll(async () => {
    team = await newTeam();
  });
  const refusedAs = async (answer: { status: number; headers: Headers }, status: number, code: string) => {
    expect(answer.status).toBe(status);
    const row = await team.rowOf(idOf(answer));
    expect(row).toMatchObject({ status, code, characters: 0, engines: [] });
    return row;
  };

  test('has its status and code', async () => {
    const { plain } = team.key;
    const send = (body: string, headers: Record<string, string> = {}) =>
      post(url('/v1/translate'), { ...bearer(plain), ...headers }, body);
    await refusedAs(await send('{'), 400, 'invalid_request');
    const unsupported = await send(JSON.stringify({ ...asked, target_lang: 'TLH' }));
    expect(await refusedAs(unsupported, 400, 'unsupported_language')).toMatchObject({ target_lang: 'tlh' });
    await refusedAs(await send('a', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
    const missing = { ...asked, glossary_id: '00000000-0000-4000-8000-000000000000' };
    await refusedAs(await send(JSON.stringify(missing)), 404, 'not_found');
    await refusedAs(
      await send(JSON.stringify({ ...asked, text: ['a'.repeat(9_000_000)] })),
      413,
      'payload_too_large',
    );
  });

  test('a tag that carries words is left out', async () => {
    const answer = await translate(context.server.url, team.key.plain, {
      ...asked,
      target_lang: 'tlh-zyxwvc-canary',
    });
    expect((await team.rowOf(idOf(answer))).target_lang).toBeNull();
  });

  test('a key without the scope, and a revoked one', async () => {
    const { plain, id } = await createKey(context.env, team.id, 'usage');
    await refusedAs(await translate(context.server.url, plain, asked), 403, 'forbidden');
    await revokeKey(db, id, testActor);
    await refusedAs(await translate(context.server.url, plain, asked), 401, 'key_revoked');
    const dialect = await sendDialect('/mcp', {}, bearer(plain));
    expect(await team.rowOf(idOf(dialect))).toMatchObject({ dialect: 'mcp', code: 'key_revoked' });
  });

  test('an unknown key is in no log', async () => {
    const before = await db.query('SELECT FROM request_log');
    const answer = await translate(context.server.url, 'dgm_live_unknown', asked);
    expect(answer.status).toBe(401);
    await team.rowOf(idOf(await translate(context.server.url, team.key.plain, asked)));
    expect((await db.query('SELECT FROM request_log')).rowCount).toBe((before.rowCount ?? 0) + 1);
  });

  test('a used-up quota, and a suspended team', async () => {
    const poor = await newTeam(3);
    const empty = await translate(context.server.url, poor.key.plain, asked);
    expect(empty.status).toBe(456);
    expect(await poor.rowOf(idOf(empty))).toMatchObject({ code: 'quota_exceeded', status: 456 });
    await dragomanJson(['team', 'suspend', poor.id, '--reason', 'unpaid'], context.env);
    const suspended = await sendDialect('/mcp', {}, bearer(poor.key.plain));
    expect(await poor.rowOf(idOf(suspended))).toMatchObject({ code: 'forbidden', status: 403 });
  });

  test('a flood is a few rows that count every call', async () => {
    const busy = await newTeam();
    const sent = 300;
    const began = performance.now();
    const send = () =>
      post(url('/v1/translate'), { ...bearer(busy.key.plain), 'content-type': 'text/plain' }, 'a');
    const answers = await Promise.all(Array.from({ length: sent }, send));
    const seconds = (performance.now() - began) / 1_000;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([415]));
    const counted = async () => {
      const { rows } = await db.query(
        'SELECT sum(calls)::integer AS calls, count(*)::integer AS rows FROM request_log WHERE team_id = $1',
        [busy.id],
      );
      return rows[0] as { calls: number; rows: number };
    };
    await expect.poll(async () => (await counted()).calls, { timeout: 60_000 }).toBe(sent);
    // A hundred at once and five per second, and a row for every five seconds that counts the others.
    expect((await counted()).rows).toBeLessThanOrEqual(100 + 5 * seconds + seconds / 5 + 2);
    expect((await busy.list('?status=415&limit=1')).requests[0]?.calls).toBeGreaterThan(1);
  });

  test('a rate limit', async () => {
    const busy = await newTeam();
    await setLimits(context.env, busy.id, { requestsPerSecond: 1, requestsBurst: 1 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => translate(context.server.url, busy.key.plain, asked)),
    );
    const limited = answers.find(({ status }) => status === 429);
    expect(limited).toBeDefined();
    expect(await busy.rowOf(limited && idOf(limited))).toMatchObject({ status: 429, code: 'rate_limited' });
  });
});

describe('who reads what', () => {
  test('people of the team who see its usage, and nobody else', async () => {
    const [team, other] = [await newTeam(), await newTeam()];
    const answer = await translate(context.server.url, team.key.plain, asked);
    await team.rowOf(idOf(answer));
    const statuses: Record<string, number> = {};
    for (const role of ['viewer', 'member', 'translator'] as const) {
      const email = `${role}@${team.id}.example`;
      await seedUser(db, team.id, email, role);
      const person = await signIn(context.server.consoleUrl, email);
      statuses[role] = (await person.get(`/teams/${team.id}/requests`)).status;
    }
    expect(statuses).toEqual({ viewer: 200, member: 200, translator: 403 });
    expect((await other.owner.get(`/teams/${team.id}/requests`)).status).toBe(404);
    expect((await other.list()).requests).toEqual([]);
    expect((await other.list(`?request_id=${idOf(answer)}`)).requests).toEqual([]);
    expect((await other.list(`?key=${team.key.id}`)).requests).toEqual([]);
  });

  test('pages, filters, what is new, and the file have the same rows', async () => {
    const team = await newTeam();
    const ids: (string | null)[] = [];
    for (const target_lang of ['ES', 'XX', 'ES', 'XX', 'ES'])
      ids.push(idOf(await translate(context.server.url, team.key.plain, { ...asked, target_lang })));
    for (const id of ids) await team.rowOf(id);
    const all = await team.list();
    expect(all.requests.map(({ request_id }) => request_id).toSorted()).toEqual(ids.toSorted());
    expect(all).toMatchObject({ next_cursor: null, searched_to: null, days_kept: 7 });
    const paged: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Listed = await team.list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.requests);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all.requests);
    const found = async (query: string) => (await team.list(`?${query}`)).requests.length;
    expect(await found('status=4xx')).toBe(2);
    expect(await found('status=failed&code=unsupported_language')).toBe(2);
    expect(await found('status=200')).toBe(3);
    expect(await found('source=EN&target=es&engine=apertium')).toBe(3);
    expect(await found('dialect=v1&mode=live&kind=translate')).toBe(5);
    expect(await found('dialect=mcp')).toBe(0);
    expect(await found(`key=${team.key.id}`)).toBe(5);
    expect(await found('from=2100-01-01')).toBe(0);
    expect(await found('to=2020-01-01')).toBe(0);
    const late = idOf(await translate(context.server.url, team.key.plain, asked));
    await team.rowOf(late);
    const fresh = await team.list(`?after=${all.newest_cursor}`);
    expect(fresh.requests[0]?.request_id).toBe(late);
    const file = await fetch(
      `${context.server.consoleUrl}/api/teams/${team.id}/requests/export?status=failed`,
      {
        headers: bearer(team.owner.token),
      },
    );
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect((await file.text()).trim().split('\r\n')).toHaveLength(3);
    for (const wrong of [
      'cursor=x',
      'after=x',
      'limit=501',
      'status=6xx',
      'key=1',
      'request_id=1',
      'source=1',
    ])
      expect((await team.owner.get(`/teams/${team.id}/requests?${wrong}`)).status).toBe(400);
  });
});

test('no row has a text, a key or an address', async () => {
  const team = await newTeam();
  await team.rowOf(idOf(await translate(context.server.url, team.key.plain, asked)));
  const dump = execFileSync(
    'pg_dump',
    ['--data-only', '--inserts', '--table=request_log*', context.env.DATABASE_URL ?? ''],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
    },
  );
  expect(dump.split('INSERT INTO').length).toBeGreaterThan(30);
  expect(dump).not.toContain('zyxwvc');
  expect(dump).not.toContain('canary');
  expect(dump).not.toMatch(/127\.0\.0\.1|::1|192\.0\.2\.7/);
  expect(dump).not.toContain(team.key.plain.slice(-12));
  expect(dump).not.toMatch(/dgm_|_live_|house|casa/i);
});

test('the erasure of a team deletes its rows, and later calls leave none', async () => {
  const team = await newTeam();
  await team.rowOf(idOf(await translate(context.server.url, team.key.plain, asked)));
  await dragomanJson(['team', 'suspend', team.id, '--reason', 'leaves'], context.env);
  expect(await runDragoman(['team', 'erase', team.id, '--confirm', 'Harbour'], context.env)).toMatchObject({
    code: 0,
  });
  const rows = async () => (await db.query('SELECT FROM request_log WHERE team_id = $1', [team.id])).rowCount;
  expect(await rows()).toBe(0);
  expect((await translate(context.server.url, team.key.plain, asked)).status).toBe(401);
  const other = await newTeam();
  await other.rowOf(idOf(await translate(context.server.url, other.key.plain, asked)));
  expect(await rows()).toBe(0);
});

describe('whoever watches', () => {
  const seenOf = (latest: string | null) => `?seen=${latest ?? 'none'}`;

  test('is answered when a call is logged, also by another node, and whatever they filter by', async () => {
    const team = await newTeam();
    const other = await openServer(context.env);
    try {
      const before = await team.list(seenOf(null));
      expect([before.latest, before.requests]).toEqual([null, []]);
      const waiting = team.list(seenOf(null));
      const answer = await translate(other.url, team.key.plain, { ...asked, target_lang: 'TLH' });
      expect(answer.status).toBe(400);
      await expect.poll(async () => (await team.list(seenOf(null))).requests.length).toBe(1);
      await waiting;
      const { latest, requests } = await team.list(seenOf(null));
      expect(requests.map(({ request_id }) => request_id)).toEqual([idOf(answer)]);
      // A filter that the call does not match: it was seen all the same, and is not waited for again.
      const filtered = await team.list(`${seenOf(null)}&status=2xx`);
      expect([filtered.latest, filtered.requests]).toEqual([latest, []]);
      expect((await team.list(seenOf(latest))).latest).toBe(latest);
    } finally {
      expect(await other.stop()).toBe(0);
    }
  });

  test('what nobody was told to have seen: 400', async () => {
    const team = await newTeam();
    for (const seen of ['x', '%00', 'a'.repeat(101)])
      expect((await team.owner.get(`/teams/${team.id}/requests?seen=${seen}`)).status, seen).toBe(400);
  });
});
