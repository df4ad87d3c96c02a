/** Uploads and credit that are sent again: each is booked once, whoever lost the answer. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type Answer, bearer, call, type ProblemAnswer } from '../support/api-client.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { type DocumentAnswer, uploadForm } from '../support/document-client.ts';
import { useDocumentServer } from '../support/document-server.ts';
import { openTestPool } from '../support/pool.ts';

const rig = useDocumentServer(1);
const file = { name: 'letter.txt', content: 'The house is big.' };
const languages = { source_lang: 'EN', target_lang: 'EO' };

function send<T = DocumentAnswer & ProblemAnswer>(
  { key }: { key: string },
  idempotencyKey: string,
  options: { path?: string; sent?: typeof file; members?: object; signal?: AbortSignal } = {},
): Promise<Answer<T>> {
  const { path = '/v1/documents', sent = file, members = {}, signal = null } = options;
  return call<T>(`${rig.server.url}${path}`, {
    signal,
    method: 'POST',
    headers: { ...bearer(key), 'idempotency-key': idempotencyKey },
    body: uploadForm(sent, { ...languages, ...members }),
  });
}

async function waitingForTheTeam(): Promise<number> {
  const { rows } = await rig.db.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%team_balances%'`,
  );
  return rows[0]?.count ?? 0;
}

describe('an upload under an Idempotency-Key', () => {
  test('is one document, held and charged once, however often it is sent', async () => {
    const team = await rig.newTeam();
    const first = await send(team, 'first');
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const again = await Promise.all(Array.from({ length: 5 }, () => send(team, 'first')));
    for (const { status, headers, body } of again)
      expect([status, headers.get('idempotent-replayed'), body.id]).toEqual([201, 'true', first.body.id]);
    await expect.poll(async () => (await rig.charged(team)).length).toBe(1);
    expect(await rig.account(team)).toMatchObject({ held: 0, quota_used: 17 });
  });

  test('of six at once one is taken', async () => {
    const team = await rig.newTeam();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(team, 'at once')));
    // Some may be more than a node opens for one team at a time.
    const taken = answers.filter(({ status }) => status !== 503);
    expect(new Set(taken.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(taken.map(({ body }) => body.id)).size).toBe(1);
    await expect.poll(async () => (await rig.charged(team)).length).toBe(1);
  });

  test('keeps its document key on /v2', async () => {
    const team = await rig.newTeam();
    interface Accepted {
      document_id: string;
      document_key: string;
    }
    const twice = [
      await send<Accepted>(team, 'v2', { path: '/v2/document' }),
      await send<Accepted>(team, 'v2', { path: '/v2/document' }),
    ];
    expect(twice[1]?.body).toEqual(twice[0]?.body);
    const { document_id, document_key } = twice[1]?.body ?? { document_id: '', document_key: '' };
    const status = await call(`${rig.server.url}/v2/document/${document_id}`, {
      method: 'POST',
      headers: { ...bearer(team.key), 'content-type': 'application/json' },
      body: JSON.stringify({ document_key }),
    });
    expect(status.status).toBe(200);
  });

  test('stays when its client hangs up before the answer, for the repeat that will come', async () => {
    const team = await rig.newTeam();
    const holder = await rig.db.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM team_balances WHERE team_id = $1 FOR UPDATE', [team.id]);
    const hangsUp = new AbortController();
    const sent = send(team, 'hung up', { signal: hangsUp.signal }).catch(() => undefined);
    await expect.poll(waitingForTheTeam, { timeout: 120_000 }).toBeGreaterThan(0);
    hangsUp.abort();
    await sent;
    // The server has noticed it by the time that it has answered somebody else.
    await fetch(`${rig.server.url}/health`);
    await holder.query('COMMIT');
    holder.release();
    const accepted = async () => {
      const { rows } = await rig.db.query('SELECT id FROM documents WHERE team_id = $1', [team.id]);
      return rows[0]?.id;
    };
    await expect.poll(accepted, { timeout: 120_000 }).toBeDefined();
    const again = await send(team, 'hung up');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body.id).toBe(await accepted());
  });

  test.each([
    ['another file', { sent: { ...file, content: 'The house is small.' } }],
    ['another name', { sent: { ...file, name: 'other.txt' } }],
    ['another target', { members: { target_lang: 'ES' } }],
    ['a formality', { members: { formality: 'prefer_more' } }],
  ])('with %s: 409', async (_, other) => {
    const team = await rig.newTeam();
    expect((await send(team, 'key')).status).toBe(201);
    const { status, body } = await send(team, 'key', other);
    expect([status, body.code]).toEqual([409, 'conflict']);
  });

  test('is another team’s own affair, and free again once the document is deleted', async () => {
    const [team, other] = [await rig.newTeam(), await rig.newTeam()];
    const first = await send(team, 'shared');
    expect((await send(other, 'shared')).body.id).not.toBe(first.body.id);
    await call(rig.one(first.body.id), { method: 'DELETE', headers: bearer(team.key) });
    const anew = await send(team, 'shared');
    expect([anew.status, anew.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(anew.body.id).not.toBe(first.body.id);
  });

  test.each(['', 'x'.repeat(256)])('of a length that it may not have: 400', async (key) => {
    const { status, body } = await send(await rig.newTeam(), key);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });
});

describe('credit with an id of the caller', () => {
  let db: Database;
  let team: string;
  beforeAll(async () => {
    db = openTestPool(rig.env.DATABASE_URL ?? '');
    team = await seedTeam(db, 'Harbour');
    await seedUser(db, team, 'operator@example.org', 'operator');
  });
  afterAll(() => db.end());

  const entries = async () => {
    const sql =
      "SELECT count(*)::int AS entries, sum(amount)::int AS amount, (SELECT count(*)::int FROM audit_log WHERE action = 'credit.added' AND team_id = $1) AS logged FROM credit_entries WHERE team_id = $1";
    return (await db.query(sql, [team])).rows[0];
  };

  test('is booked once by the command line and over HTTP, and told apart from another', async () => {
    const entry = randomUUID();
    const args = [
      'credit',
      'add',
      '--team',
      team,
      '--characters',
      '50',
      '--reason',
      'invoice 7',
      '--entry',
      entry,
    ];
    const given = [await dragomanJson(args, rig.env), await dragomanJson(args, rig.env)];
    expect(given).toEqual([
      { credit: { entry, left: 50, repeated: false } },
      { credit: { entry, left: 50, repeated: true } },
    ]);
    expect((await runDragoman(args, rig.env)).stdout).toContain('This entry already exists');
    const operator = await signIn(rig.server.consoleUrl, 'operator@example.org');
    const body = { characters: 50, reason: 'invoice 7', entry };
    const repeated = await operator.send('POST', `/operator/teams/${team}/credit`, body);
    expect([repeated.status, repeated.body]).toEqual([201, { entry, credit_left: 50 }]);
    const other = await operator.send('POST', `/operator/teams/${team}/credit`, { ...body, characters: 60 });
    expect([other.status, other.body]).toMatchObject([409, { code: 'conflict' }]);
    expect(await entries()).toEqual({ entries: 1, amount: 50, logged: 1 });
  });

  test('an id that is no UUID is refused', async () => {
    const args = ['credit', 'add', '--team', team, '--characters', '5', '--reason', 'x', '--entry', 'seven'];
    const { code, stderr } = await runDragoman(args, rig.env);
    expect([code, stderr]).toEqual([1, expect.stringContaining('UUID')]);
  });
});
