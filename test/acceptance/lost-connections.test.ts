/**
 * Postgres ends a connection that is inside a transaction, as it does at a restart, a failover or by an operator's hand.
 * The caller is told to try again, nothing of the transaction stays, and the process goes on.
 */
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { createKey } from '../../src/accounts/keys.ts';
import { bearer, call, type ProblemAnswer, post, translate } from '../support/api-client.ts';
import { runDragoman } from '../support/command-line.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn, trySignIn } from '../support/console-client.ts';
import { upload, watch } from '../support/document-client.ts';
import { letter, useDocumentServer } from '../support/document-server.ts';
import { holdTable, stateOf } from '../support/hold-table.ts';
import { startLostCommitProxy } from '../support/lost-commit-proxy.ts';
import type { TestTeam } from '../support/seed-teams.ts';
import { openServer } from '../support/server-process.ts';
import { testActor } from '../support/test-actor.ts';

const service = useDocumentServer(0);
const databaseUrl = () => service.env.DATABASE_URL ?? '';
let team: TestTeam;
let key: string;
let revocable: string;
let operator: ConsoleUser;

beforeAll(async () => {
  team = await service.newTeam();
  const made = await createKey(
    service.db,
    { teamId: team.id, name: 'all', mode: 'live', scopes: ['translate', 'usage', 'keys', 'glossaries'] },
    testActor,
  );
  key = made?.plain ?? '';
  revocable = team.keys[0]?.id ?? '';
  await seedUser(service.db, await seedTeam(service.db, 'Operations'), 'operator@example.org', 'operator');
  operator = await signIn(service.server.consoleUrl, 'operator@example.org');
});

/** The connection was there, and Postgres ended it. */
async function cut(pid: number): Promise<void> {
  expect(await stateOf(service.db, pid)).toBe('active');
  await service.db.query('SELECT pg_terminate_backend($1)', [pid]);
  await expect.poll(() => stateOf(service.db, pid), { timeout: 120_000 }).toBeUndefined();
}

async function cutWhileWaiting<T>(
  table: string,
  waiting: 'waitingTransaction' | 'waitingStatement',
  work: () => Promise<T>,
  program?: string,
): Promise<T> {
  const held = await holdTable(databaseUrl(), table);
  try {
    const working = work();
    await cut(await held[waiting](program));
    return await working;
  } finally {
    await held.release();
  }
}

type Status = { status: number; body: ProblemAnswer };
const json = (path: string, body: unknown) =>
  post<ProblemAnswer>(`${service.server.url}${path}`, bearer(key), JSON.stringify(body));

const calls: [name: string, table: string, good: number, send: () => Promise<Status>][] = [
  ['POST /v1/keys', 'audit_log', 201, () => json('/v1/keys', { name: 'x' })],
  [
    'DELETE /v1/keys/{id}',
    'audit_log',
    204,
    () =>
      call<ProblemAnswer>(`${service.server.url}/v1/keys/${revocable}`, {
        method: 'DELETE',
        headers: bearer(key),
      }),
  ],
  ['POST /v1/glossaries', 'audit_log', 201, () => json('/v1/glossaries', { name: 'x' })],
  [
    'POST /v1/documents',
    'documents',
    201,
    () => service.send({ ...team, key }, letter, {}) as Promise<Status>,
  ],
  ['sign-in', 'sessions', 200, () => trySignIn(service.server.consoleUrl, 'operator@example.org')],
  [
    "credit on the operator's API",
    'audit_log',
    201,
    () => operator.send('POST', `/operator/teams/${team.id}/credit`, { characters: 100, reason: 'a gift' }),
  ],
];

async function openHolds(): Promise<number> {
  const { rows } = await service.db.query<{ count: number }>('SELECT count(*)::int FROM holds');
  return rows[0]?.count ?? 0;
}

async function rowsThatCount(): Promise<unknown> {
  const { rows } = await service.db.query(
    `SELECT (SELECT count(*) FROM api_keys WHERE revoked_at IS NULL) AS keys, (SELECT count(*) FROM glossaries) AS glossaries,
            (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM holds) AS holds,
            (SELECT sum(credit) FROM team_balances) AS credit, (SELECT count(*) FROM audit_log) AS changes`,
  );
  return rows[0];
}

test.each(calls)(
  '%s is answered 503 and changes nothing; a second try works',
  async (_, table, good, send) => {
    // The document of a test before may still be under way.
    await expect.poll(openHolds, { timeout: 120_000 }).toBe(0);
    const before = await rowsThatCount();
    const answer = await cutWhileWaiting(table, 'waitingTransaction', send);
    expect([answer.status, answer.body.code]).toEqual([503, 'service_unavailable']);
    expect(await rowsThatCount()).toEqual(before);
    const text = { text: ['good bye'], source_lang: 'EN', target_lang: 'EO' };
    expect((await translate(service.server.url, key, text)).status).toBe(200);
    expect((await send()).status).toBe(good);
  },
);

test('GET /v1/usage is answered 503 when its connection is lost, and then again 200', async () => {
  const read = () => call<ProblemAnswer>(`${service.server.url}/v1/usage`, { headers: bearer(key) });
  const answer = await cutWhileWaiting('usage_hourly', 'waitingStatement', read);
  expect([answer.status, answer.body.code]).toEqual([503, 'service_unavailable']);
  expect((await read()).status).toBe(200);
});

test('a document whose worker loses its connection at the charge is finished all the same, and charged once', async () => {
  const owner = await service.newTeam();
  const uploaded = await cutWhileWaiting('calls', 'waitingTransaction', () => service.send(owner, letter));
  expect(uploaded.status).toBe(201);
  const seen = await watch(service.one(uploaded.body.id), owner.key);
  expect(seen.at(-1)?.state).toBe('done');
  expect(await service.charged(owner)).toEqual([{ characters: letter.characters, mode: 'live' }]);
});

test('after a COMMIT that was not answered, an upload is accepted and charged once; a new key is said to be uncertain', async () => {
  const url = new URL(databaseUrl());
  const proxy = await startLostCommitProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  const server = await openServer({ ...service.env, DATABASE_URL: url.href });
  const owner = await service.newTeam();
  proxy.loseNext('place_hold');
  const members = { target_lang: 'EO', source_lang: 'EN' };
  const { status, body } = await upload(`${server.url}/v1/documents`, owner.key, letter, members);
  expect([status, proxy.lost()]).toEqual([201, 1]);
  expect((await watch(service.one(body.id), owner.key)).at(-1)?.state).toBe('done');
  expect(await service.charged(owner)).toEqual([{ characters: letter.characters, mode: 'live' }]);
  const create = (name: string) =>
    post<ProblemAnswer>(`${server.url}/v1/keys`, bearer(key), JSON.stringify({ name }));
  proxy.loseNext('api_keys');
  const lost = await create('Web shop');
  expect([lost.status, lost.headers.get('outcome-unknown'), proxy.lost()]).toEqual([503, 'true', 2]);
  // A client that obeys it would create a second key.
  expect(lost.headers.has('retry-after')).toBe(false);
  const { rowCount } = await service.db.query("SELECT FROM api_keys WHERE name = 'Web shop'");
  expect(rowCount).toBe(1);
  const refused = await create('');
  expect([refused.status, refused.headers.has('outcome-unknown')]).toEqual([400, false]);
  expect(await server.stop()).toBe(0);
  await proxy.stop();
});

test('a process goes on when Postgres ends all of its connections at once, listening ones included', async () => {
  const listening = "datname = current_database() AND query ILIKE '%listen%' AND pid <> pg_backend_pid()";
  // The tests before have cut connections, and the one that listens may not be back yet.
  await expect
    .poll(async () => (await service.db.query(`SELECT FROM pg_stat_activity WHERE ${listening}`)).rowCount)
    .toBeGreaterThan(0);
  const { rows } = await service.db.query<{ query: string; pid: number }>(
    `SELECT query, pid, pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  expect(rows.filter(({ query }) => /LISTEN/i.test(query)).length).toBeGreaterThan(0);
  // They end when they come to it, and a call on one that still ends is a lost connection: 503, as above.
  const ending = rows.map(({ pid }) => pid);
  await expect
    .poll(
      async () =>
        (await service.db.query('SELECT FROM pg_stat_activity WHERE pid = ANY ($1)', [ending])).rowCount,
    )
    .toBe(0);
  const owner = await service.newTeam();
  const { status, body } = await service.send(owner, letter);
  expect(status).toBe(201);
  expect((await watch(service.one(body.id), owner.key)).at(-1)?.state).toBe('done');
});

test('a row that somebody else holds for too long is 503, and free a moment later', async () => {
  const holder = new pg.Client({ connectionString: databaseUrl() });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM team_balances WHERE team_id = $1 FOR UPDATE', [team.id]);
  const upload = () => service.send({ ...team, key }, letter, {}) as Promise<Status>;
  const { status, body } = await upload();
  await holder.end();
  expect([status, body.code]).toEqual([503, 'service_unavailable']);
  expect((await upload()).status).toBe(201);
});

test('a command whose connection is lost says so, in words', async () => {
  const commands: [table: string, args: string[]][] = [
    ['calls', ['audit']],
    ['audit_log', ['credit', 'add', '--team', team.id, '--characters', '5', '--reason', 'a gift']],
  ];
  // Under a name of its own: what the server itself does every now and then waits for the same tables.
  const program = 'command';
  const ownUrl = new URL(databaseUrl());
  ownUrl.searchParams.set('application_name', program);
  for (const [table, args] of commands) {
    const { code, stderr } = await cutWhileWaiting(
      table,
      'waitingTransaction',
      () => runDragoman(args, { ...service.env, DATABASE_URL: ownUrl.href }),
      program,
    );
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Postgres ended the connection.*\n.+\n$/)]);
  }
});

test('dragoman migrate whose connection is lost says so, in words', async () => {
  const lock = "hashtext('dragoman migrate')";
  await using holder = await heldLock(lock);
  const migrating = runDragoman(['migrate'], service.env);
  const cutOne = async () => {
    const { rowCount } = await service.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND objid = (${lock})::bigint & 4294967295
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rowCount;
  };
  await expect.poll(cutOne, { timeout: 120_000, interval: 5 }).toBe(1);
  const { code, stderr } = await migrating;
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Postgres ended the connection.*\n.+\n$/)]);
  await holder.release();
});

async function heldLock(lock: string) {
  const connection = await service.db.connect();
  await connection.query(`SELECT pg_advisory_lock(${lock})`);
  let isHeld = true;
  const release = async () => {
    if (isHeld) connection.release(true);
    isHeld = false;
  };
  return { release, [Symbol.asyncDispose]: release };
}
