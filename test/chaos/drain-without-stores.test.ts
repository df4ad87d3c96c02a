/**
 * SIGTERM while Postgres, Redis or the store of files is out of reach and documents are under way. The process ends all
 * the same, and the documents are translated by another one, each charged once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestLimits } from '../../src/lib/request-limits.ts';
import { audit } from '../support/books.ts';
import { runDragoman } from '../support/command-line.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { documentsEnv, upload } from '../support/document-client.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { expectInTime, isLong, scale } from '../support/long-form.ts';
import { report } from '../support/report.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { startWorker, type WorkerProcess } from '../support/worker-process.ts';
import { useChaosRig } from './support/chaos-rig.ts';
import { startBucket } from './support/silent-bucket.ts';

const { env: files } = documentsEnv();
// Each document takes seconds, so that all of them are under way when the signal comes.
const stub = 'latencyMs=400';
const rig = useChaosRig({ nodes: 0, stub, env: { ...files, DRAGOMAN_LOG_LEVEL: 'warn' } });
const letter = Array.from({ length: 300 }, (_, i) => `Line ${i} of the letter.`).join('\n');

const bucket = await startBucket();
const inBucket = {
  DRAGOMAN_DOCUMENTS: 's3://letters',
  DRAGOMAN_S3_ENDPOINT: bucket.url,
  DRAGOMAN_S3_ACCESS_KEY: 'test',
  DRAGOMAN_S3_SECRET_KEY: 'test',
};
let postgres: FaultProxy;
let redis: FaultProxy;
beforeAll(async () => {
  const { databaseUrl, redisUrl } = rig.services.current;
  postgres = await startFaultProxy(Number(new URL(databaseUrl).port));
  redis = await startFaultProxy(Number(new URL(redisUrl).port));
});
afterAll(() => Promise.all([postgres?.stop(), redis?.stop(), bucket.stop()]));

function through({ port }: FaultProxy, address: string): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

function behindProxies(): Record<string, string> {
  const { databaseUrl, redisUrl } = rig.services.current;
  return { DATABASE_URL: through(postgres, databaseUrl), REDIS_URL: through(redis, redisUrl) };
}

/** A node and a worker with documents under way on both. */
async function startBusy(extra: Record<string, string> = {}): Promise<[ServerProcess, WorkerProcess]> {
  const env = { ...behindProxies(), ...extra };
  const node = await rig.start(env);
  const worker = await startWorker({
    NODE_ENV: 'test',
    DRAGOMAN_STUB_ENGINE: stub,
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_CACHE_MB: '0',
    DRAGOMAN_LOG_LEVEL: 'warn',
    ...files,
    ...env,
  });
  const { key } = await rig.newTeam();
  const file = { name: 'letter.txt', content: letter };
  for (let i = 0; i < 6; i++) {
    const { status } = await upload(`${node.url}/v1/documents`, key, file, {
      source_lang: 'EN',
      target_lang: 'EO',
    });
    expect(status).toBe(201);
  }
  await expect.poll(() => count("state = 'translating'"), { timeout: 60_000 }).toBe(4);
  return [node, worker];
}

async function count(where: string): Promise<number> {
  const { rows } = await rig.db.query<{ count: string }>(`SELECT count(*) FROM documents WHERE ${where}`);
  return Number(rows[0]?.count);
}

/** Another node finishes what was left, and every document was charged once or not at all. */
async function expectAllToEnd(extra: Record<string, string> = {}): Promise<void> {
  const another = await rig.start(extra);
  await expect
    .poll(() => count("state IN ('queued', 'translating')"), { timeout: 300_000, interval: 200 })
    .toBe(0);
  const { rows } = await rig.db.query(
    `SELECT (SELECT count(*) FROM documents WHERE state = 'done') = (SELECT count(*) FROM calls) AS "once",
            (SELECT sum(held)::int FROM team_balances) AS held`,
  );
  expect(rows).toEqual([{ once: true, held: 0 }]);
  expect([await audit(rig.db), await findDisagreements(rig.db)]).toEqual([[], []]);
  const { DATABASE_URL = rig.services.current.databaseUrl } = extra;
  expect((await runDragoman(['audit'], { DATABASE_URL })).code).toBe(0);
  expect(await rig.stop(another)).toBe(0);
}

interface Outage {
  cut(): void;
  readonly env?: Record<string, string>;
}

const outages: Readonly<Record<string, Outage>> = {
  'Postgres refuses connections': { cut: () => postgres.shut() },
  'Postgres and Redis are silent': {
    cut() {
      postgres.blackHole();
      redis.blackHole();
    },
  },
  'the store of files is silent': { cut: () => bucket.hang(), env: inBucket },
  ...(isLong && {
    'Postgres is silent': { cut: () => postgres.blackHole() },
    'Postgres and Redis refuse connections': {
      cut() {
        postgres.shut();
        redis.shut();
      },
    },
    'everything is silent': {
      cut() {
        postgres.blackHole();
        redis.blackHole();
        bucket.hang();
      },
      env: inBucket,
    },
  }),
};

test.each(Object.entries(outages))(
  '%s: SIGTERM ends node and worker',
  { timeout: 600_000 },
  async (name, { cut, env = {} }) => {
    const [node, worker] = await startBusy(env);
    cut();
    // Long enough for beats and reports to pile up, were they not kept to one at a time.
    await delay(scale(4_000, 20_000));
    const signalledAt = Date.now();
    const codes = await Promise.all([rig.stop(node), worker.stop()]);
    const ms = Date.now() - signalledAt;
    expect(codes, `${node.log().slice(-3_000)}\n${worker.log().slice(-3_000)}`).toEqual([0, 0]);
    for (const store of [postgres, redis, bucket]) store.open();
    await expectAllToEnd(env);
    expectInTime('from SIGTERM to the end of both processes', ms, requestLimits.drainTimeoutMs);
    report('draining', { name, seconds: Math.round(ms / 1_000) });
  },
);
