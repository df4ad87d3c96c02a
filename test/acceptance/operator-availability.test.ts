/** What operators see of processes, stores and queues, while parts of the installation are gone. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { type ConsoleUser, seedTeam, seedUser, signIn } from '../support/console-client.ts';
import { documentsEnv } from '../support/document-client.ts';
import { seedDocuments } from '../support/document-rows.ts';
import { holdTable } from '../support/hold-table.ts';
import { longTest } from '../support/long-form.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { openTestPool } from '../support/pool.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { type ServerProcess, startServer, useServer } from '../support/server-process.ts';
import { openWorker } from '../support/worker-process.ts';

interface Process {
  host: string;
  process_id: number;
  version: string;
  started_at: string;
  last_seen_at: string;
  is_live: boolean;
  roles: string[];
  engines: string[];
  document_workers: number;
  reaches_redis: boolean | null;
  backlog: { charges: number; request_log: { waiting_rows: number; lost_calls: number } } | null;
}
interface Availability {
  processes: Process[] | null;
  housekeeping: { task: string; state: string; done_at: string | null; nodes: string[] }[] | null;
  postgres: { address: string; is_standby: boolean; is_read_only: boolean; standby_count: number } | null;
  redis: { servers: { address: string; answers: boolean; role: string | null }[] } | null;
  documents: { waiting: number; running: number; team_count: number; teams: { id: string }[] } | null;
}

/** Tokens of the console last five minutes. */
const patience = { timeout: 240_000, interval: 250 };
const service = useServer({
  DRAGOMAN_STUB_ENGINE: 'on',
  ...documentsEnv().env,
  DRAGOMAN_DOCUMENT_WORKERS: '3',
});
let redis: OwnRedis;
let node: ServerProcess;
let db: Database;
let operator: ConsoleUser;

beforeAll(async () => {
  redis = await OwnRedis.start();
  node = await startServer({
    ...service.env,
    DRAGOMAN_DOCUMENT_WORKERS: '0',
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
  });
  db = openTestPool(service.env.DATABASE_URL ?? '');
  await seedUser(db, await seedTeam(db, 'Operations'), 'operator@example.org', 'operator');
  operator = await signIn(node.consoleUrl, 'operator@example.org');
});
afterAll(async () => {
  await db.end();
  await redis.kill();
  expect(await node.stop()).toBe(0);
});

const read = async () => (await operator.get<Availability>('/operator/availability')).body;
/** Some share a system process, so each has another number of workers. */
const workersOf = { node: 0, worker: 2, service: 3 };
const processOf = ({ processes }: Availability, which: keyof typeof workersOf) =>
  processes?.find(({ document_workers }) => document_workers === workersOf[which]);

test('every process with its roles, since when it runs and when it was last seen; a worker that ended is gone', async () => {
  const worker = await openWorker({ ...service.env, DRAGOMAN_DOCUMENT_WORKERS: '2' });
  const both = await vi.waitFor(async () => {
    const found = await read();
    expect((['node', 'worker', 'service'] as const).map((which) => processOf(found, which))).toMatchObject([
      {
        process_id: node.pid,
        is_live: true,
        roles: ['api', 'engines'],
        reaches_redis: true,
        backlog: { charges: 0, request_log: { waiting_rows: 0, lost_calls: 0 } },
      },
      {
        process_id: worker.processId,
        is_live: true,
        roles: ['documents', 'engines'],
        reaches_redis: null,
        backlog: null,
      },
      // A node that also translates documents is one process, not two.
      {
        process_id: service.server.processId,
        is_live: true,
        roles: ['api', 'documents', 'engines'],
        reaches_redis: true,
      },
    ]);
    expect(found.processes).toHaveLength(3);
    return found;
  }, patience);
  for (const one of both.processes ?? []) {
    expect(one.engines).toContain('stub');
    expect([one.host, one.version]).toEqual([both.processes?.[0]?.host, both.processes?.[0]?.version]);
    expect(Date.parse(one.last_seen_at)).toBeGreaterThan(Date.parse(one.started_at));
  }
  expect(await worker.stop()).toBe(0);
  await vi.waitFor(async () => expect(processOf(await read(), 'worker')).toBeUndefined(), patience);
});

longTest('thousands of nodes that crashed hide no live one, and are not all read', async () => {
  const name = '<img src=x onerror=alert(1)>\u202E';
  await db.query(
    `WITH dead AS (INSERT INTO nodes (id, last_seen, is_alone)
                   SELECT gen_random_uuid(), now() - interval '1 hour', false FROM generate_series(1, 2000) RETURNING id)
     INSERT INTO node_reports (node_id, host, process_id, version, started_at, reported_at, report)
     SELECT id, $1, 1, 'x', now() + interval '1 year', now(), '{"engines": [], "lanes": []}' FROM dead`,
    [name],
  );
  const { body } = await operator.get<{ nodes: { host: string }[] }>('/operator/installation');
  expect(body.nodes).toHaveLength(500);
  await vi.waitFor(async () => {
    const all = await Promise.all(Array.from({ length: 100 }, read));
    for (const found of all) {
      const live = (['node', 'service'] as const).map((which) => processOf(found, which)?.is_live);
      expect(live).toEqual([true, true]);
      expect(found.processes?.filter(({ host }) => host === name)).toHaveLength(20);
    }
  }, patience);
  await db.query('DELETE FROM nodes WHERE id IN (SELECT node_id FROM node_reports WHERE host = $1)', [name]);
});

/** Of other versions, of a process that is no node, and hostile ones. */
const strangeReports = [
  '{}',
  'null',
  '[]',
  '"x"',
  '{"lanes": []}',
  '{"engines": [], "housekeeping": 7, "backlog": 7}',
  '{"engines": {"id": "x"}, "lanes": "x"}',
  '{"engines": [null, 7, {}, {"id": "stub"}, {"id": "old", "since": "yesterday", "models": 7, "memory": 7}], "lanes": [null, {}]}',
  '{"engines": [{"id": "new", "model_folder": "f", "models": [{}, {"name": "en-de", "bytes": "x", "comet": "x"}]}]}',
  '{"engines": [{"id": "big", "pairs": 1e400, "healthy": "x", "version": {}}], "lanes": [{"engine": "big", "pair": "en-de", "calls": 1, "p95_ms": 1e400}]}',
  '{"engines": [], "lanes": [], "backlog": {}, "housekeeping": [{}, null, {"task": "ledger", "state": "paused", "done_at": "x"}]}',
];

test('a node whose report this version cannot read in full is shown with what can be read', async () => {
  await db.query(
    `WITH strange AS (SELECT gen_random_uuid() AS id, report::jsonb FROM unnest($1::text[]) AS report),
          alive AS (INSERT INTO nodes (id, last_seen, is_alone) SELECT id, now() + interval '1 hour', false FROM strange)
     INSERT INTO node_reports (node_id, host, process_id, version, started_at, reported_at, report)
     SELECT id, 'strange', 1, 'x', now(), now(), report FROM strange`,
    [strangeReports],
  );
  interface Node {
    host: string;
    engines: { id: string; since: string | null; pairs: number }[];
  }
  const installation = await operator.get<{ nodes: Node[]; slowest_pairs: object[] }>(
    '/operator/installation',
  );
  const strange = installation.body.nodes.filter(({ host }) => host === 'strange');
  expect(strange).toHaveLength(strangeReports.length);
  expect(strange.flatMap(({ engines }) => engines.map(({ id }) => id)).toSorted()).toEqual([
    'big',
    'new',
    'old',
    'stub',
  ]);
  const models = await operator.get<{ nodes: { host: string }[] }>('/operator/models');
  expect(models.body.nodes).toMatchObject([{ host: 'strange', models: [{ name: 'en-de', bytes: 0 }] }]);
  expect((await operator.get('/operator/models/offers')).status).toBe(200);
  const team = await seedTeam(db, 'Home');
  expect((await operator.get(`/teams/${team}/home`)).status).toBe(200);
  await vi.waitFor(async () => {
    const { processes } = await read();
    expect(processes?.filter(({ host }) => host === 'strange')).toHaveLength(strangeReports.length);
  }, patience);
  await db.query("DELETE FROM nodes WHERE id IN (SELECT node_id FROM node_reports WHERE host = 'strange')");
});

test('every housekeeping task says when it last succeeded', async () => {
  await vi.waitFor(async () => {
    const { housekeeping } = await read();
    const tasks = [
      'audit',
      'documents',
      'engines',
      'events',
      'forecasts',
      'keys',
      'ledger',
      'requests',
      'sessions',
      'streams',
      'texts',
    ];
    expect(housekeeping?.map(({ task, state }) => [task, state])).toEqual(
      tasks.map((task) => [task, 'done']),
    );
    for (const { done_at, nodes } of housekeeping ?? []) {
      expect(Date.now() - Date.parse(done_at ?? '')).toBeLessThan(3_600_000);
      expect(nodes.length).toBeGreaterThan(0);
    }
  }, patience);
});

test('documents are counted by team, and a part that does not answer leaves the others on the page', async () => {
  const [first, second] = await seedTeams(db, 2);
  if (first === undefined || second === undefined) throw new Error('two teams were seeded');
  await seedDocuments(db, first, [{}, {}, { state: 'translating' }, { state: 'done' }, { expiresIn: -1 }]);
  await seedDocuments(db, second, [{ place: 1 }]);
  // Workers look for documents that are older and have no job.
  await db.query("UPDATE documents SET created_at = now() + interval '1 hour'");
  await vi.waitFor(
    async () =>
      expect((await read()).documents).toMatchObject({
        waiting: 3,
        running: 1,
        oldest_waiting_since: expect.any(String),
        team_count: 2,
        teams: [
          { id: first.id, waiting: 2, running: 1 },
          { id: second.id, waiting: 1, running: 0 },
        ],
      }),
    patience,
  );

  const held = await holdTable(service.env.DATABASE_URL ?? '', 'documents');
  try {
    await vi.waitFor(async () => {
      const found = await read();
      expect(found.documents).toBeNull();
      expect(found.postgres).toMatchObject({ is_standby: false, is_read_only: false });
      expect(processOf(found, 'node')).toMatchObject({ is_live: true });
    }, patience);
  } finally {
    await held.release();
  }
  await vi.waitFor(async () => expect((await read()).documents).toMatchObject({ waiting: 3 }), patience);
});

test('a Redis that is frozen is shown as one that does not answer, the rest stays, and it is back when it goes on', async () => {
  redis.signal('SIGSTOP');
  try {
    await vi.waitFor(async () => {
      const found = await read();
      expect(found.redis?.servers).toMatchObject([{ answers: false, role: null }]);
      expect(found.postgres).toMatchObject({ is_read_only: false });
      expect(processOf(found, 'node')).toMatchObject({ is_live: true, reaches_redis: false });
    }, patience);
    expect((await operator.get('/operator/installation')).status).toBe(200);
  } finally {
    redis.signal('SIGCONT');
  }
  await vi.waitFor(async () => {
    const found = await read();
    expect(found.redis?.servers).toMatchObject([{ answers: true, role: 'primary' }]);
    expect(processOf(found, 'node')).toMatchObject({ is_live: true, reaches_redis: true });
  }, patience);
});

longTest('without Redis, the page says which server is gone and which node works on its own', async () => {
  const address = `127.0.0.1:${redis.port}`;
  expect((await read()).redis).toEqual({
    is_cluster: false,
    servers: [{ address, answers: true, role: 'primary', replicas: 0 }],
  });
  await redis.kill();
  await vi.waitFor(async () => {
    const found = await read();
    expect(found.redis?.servers).toMatchObject([{ address, answers: false, role: null }]);
    expect(processOf(found, 'node')?.reaches_redis).toBe(false);
    // The other node has a Redis of its own.
    expect(processOf(found, 'service')?.reaches_redis).toBe(true);
  }, patience);
  await redis.restart();
  await vi.waitFor(async () => {
    const found = await read();
    expect(found.redis?.servers).toMatchObject([{ answers: true }]);
    expect(processOf(found, 'node')?.reaches_redis).toBe(true);
  }, patience);
});
