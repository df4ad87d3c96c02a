/**
 * Each alert is made to fire by its fault: a real Prometheus with the rules of deploy/observability scrapes real servers,
 * each with faults of its own, beside one that is well.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { translate } from '../support/api-client.ts';
import type { Env } from '../support/command-line.ts';
import { documentsEnv, upload } from '../support/document-client.ts';
import { type EngineServer, serverKey, startLibretranslate } from '../support/engine-servers.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { openTestPool } from '../support/pool.ts';
import { type Prometheus, readAlerts, readPanelQueries, startPrometheus } from '../support/prometheus.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { makeSelfSigned } from '../support/self-signed.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

/** For a machine that is busy with other things; a quiet one needs a third of it. */
const patienceMs = 90_000;
/** One question at a time takes longer than callers should wait, and more come than can be served. */
const slowAnswerMs = 5_500;

const database = useTestDatabase();
const brokenDatabase = useTestDatabase();
const opened = new AsyncDisposableStack();
const stop = new AbortController();
let wellEnv: Env;
let servers: Record<'dragoman' | 'crippled' | 'overloaded' | 'cut' | 'expiring', ServerProcess>;
let postgres: FaultProxy;
let prometheus: Prometheus;
let stalling: Promise<void> | undefined;
let keyOf: (databaseUrl: string) => string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-alerts-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const withEngines = async (name: string, engines: string): Promise<Env> => {
    const file = join(folder, `${name}.yaml`);
    await writeFile(file, `engines:\n${engines}`);
    return {
      DRAGOMAN_CONFIG: file,
      NODE_ENV: 'test',
      DRAGOMAN_CACHE_MB: '0',
      DRAGOMAN_LOG_LEVEL: 'error',
      // The real one: what would take longer is shed.
      DRAGOMAN_CALL_DEADLINE_MS: '30000',
    };
  };
  const stub = (behaviour: string) => `  stub: { pairs: [en>de], behaviour: "${behaviour}" }\n`;
  const engine = opened.use(await startLibretranslate());
  answerSlowly(engine);
  const redis = await OwnRedis.start();
  opened.defer(() => redis.kill());
  const direct = new URL(database.url);
  postgres = await startFaultProxy(Number(direct.port || 5432));
  opened.defer(() => postgres.stop());
  const throughProxy = new URL(database.url);
  throughProxy.host = `127.0.0.1:${postgres.port}`;

  keyOf = await seedKeys(database.url, brokenDatabase.url);
  await breakLedger(brokenDatabase.url);
  const start = async (env: Env) => {
    const server = await startServer(env);
    opened.defer(async () => void (await server.stop()));
    return server;
  };
  wellEnv = { ...(await withEngines('well', stub('on'))), DATABASE_URL: database.url };
  const late = makeSelfSigned(folder, { name: 'late', days: 13 });
  const [dragoman, crippled, overloaded, cut, expiring] = await Promise.all([
    start(wellEnv),
    start({
      ...(await withEngines('crippled', `${stub('errorRate=1')}  apertium: { modes: /nonexistent }\n`)),
      ...documentsEnv().env,
      DRAGOMAN_DOCUMENT_WORKERS: '0',
      DATABASE_URL: brokenDatabase.url,
      DRAGOMAN_MEMORY_LIMIT_MB: '50',
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    }),
    start({
      ...(await withEngines(
        'overloaded',
        `  libretranslate: { url: "${engine.url}", key_env: ENGINE_KEY, connections: 1, languages: [en, de] }\n`,
      )),
      ENGINE_KEY: serverKey,
      DATABASE_URL: database.url,
    }),
    start({
      ...(await withEngines('cut', stub('on'))),
      DATABASE_URL: throughProxy.href,
      DRAGOMAN_DATABASE_POOL: '3',
    }),
    start({ ...wellEnv, DRAGOMAN_TLS_CERTIFICATE: late.certificate, DRAGOMAN_TLS_KEY: late.key }),
  ]);
  servers = { dragoman, crippled, overloaded, cut, expiring };
  prometheus = opened.use(
    await startPrometheus(
      Object.fromEntries(Object.entries(servers).map(([name, { opsUrl }]) => [name, opsUrl])),
    ),
  );
  await redis.kill();
});
afterAll(async () => {
  stop.abort();
  await stalling;
  await opened.disposeAsync();
});

function answerSlowly(engine: EngineServer): void {
  engine.misbehave = ({ method }, response, { q }) => {
    if (method !== 'POST') return undefined;
    const answer = () => response.writeHead(200).end(JSON.stringify({ translatedText: q }));
    setTimeout(answer, slowAnswerMs).unref();
    return 'handled';
  };
}

async function seedKeys(...urls: string[]) {
  const keys = new Map<string, string>();
  for (const url of urls) {
    const db = openTestPool(url);
    keys.set(url, (await seedTeams(db, 1))[0]?.key ?? '');
    await db.end();
  }
  return (url: string) => keys.get(url) ?? '';
}

/** No partition for the months to come, and none can be made. */
async function breakLedger(url: string): Promise<void> {
  const db = openTestPool(url);
  const { rows } = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
      WHERE inhparent = 'calls'::regclass AND relname > 'calls_' || to_char(now(), 'YYYY_MM') AND relname ~ '\\d$'`,
  );
  for (const { name } of rows) await db.query(`DROP TABLE ${name}`);
  await db.query(`CREATE OR REPLACE FUNCTION make_call_partitions(months_ahead integer) RETURNS integer LANGUAGE plpgsql
                  AS $$ BEGIN RAISE EXCEPTION 'no rights to create a table'; END $$`);
  await db.end();
}

/** Nobody translates documents there, and one has waited for an hour. */
async function leaveDocument({ url }: ServerProcess, databaseUrl: string): Promise<void> {
  const file = { name: 'letter.txt', content: 'The house is big.' };
  const members = { source_lang: 'EN', target_lang: 'DE' };
  const { status } = await upload(`${url}/v1/documents`, keyOf(databaseUrl), file, members);
  expect(status).toBe(201);
  const db = openTestPool(databaseUrl);
  await db.query("UPDATE documents SET created_at = created_at - interval '1 hour'");
  await db.end();
}

/** So many callers, each with one call after the other, until the test ends. */
function load(server: ServerProcess, databaseUrl: string, callers: number, pauseMs = 100): void {
  const body = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'DE' };
  const run = async () => {
    while (!stop.signal.aborted) {
      await translate(server.url, keyOf(databaseUrl), body).catch(() => undefined);
      await delay(pauseMs);
    }
  };
  for (let i = 0; i < callers; i++) void run();
}

/** Stops the process again and again: nothing in it turns meanwhile. */
async function stall({ pid }: ServerProcess): Promise<void> {
  while (!stop.signal.aborted) {
    process.kill(pid, 'SIGSTOP');
    await delay(400);
    process.kill(pid, 'SIGCONT');
    await delay(500);
  }
}

/**
 * For longer than charges are tried again, and again and again: once the database is known to be away, calls are
 * refused before their charge, so one cut may find no charge under way.
 */
async function cutAgainAndAgain(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    postgres.shut();
    await delay(3_000);
    postgres.open();
    await delay(4_000);
  }
}

/** Both times long enough for Prometheus to see it. The server is dead at the beginning and at the end. */
async function restartTwice({ opsUrl }: ServerProcess): Promise<void> {
  for (const restarts of [1, 2]) {
    const { pid, endedBy } = await startServer({ ...wellEnv, DRAGOMAN_OPS_PORT: new URL(opsUrl).port });
    const query = `changes(dragoman_process_start_time_seconds{job="dragoman"}[15m]) >= ${restarts}`;
    await expect
      .poll(() => prometheus.query(query), { timeout: patienceMs })
      .toHaveLength(1)
      .finally(() => process.kill(pid, 'SIGKILL'));
    await endedBy;
  }
}

const seen = new Set<string>();

/** Where seconds count instead of minutes, they say little: a busy machine is late now and then. */
const comesWithBusyMachine = /EventLoopStalls|LimiterAlone|NodeDown/;

/** What a server rightly logs when the disk of a busy machine keeps Postgres from answering for seconds. */
const comesWithBusyDisk = /"message":"(Query read timeout|Connection terminated unexpectedly)"/;

async function untilFiring(job: string, ...alerts: string[]): Promise<void> {
  const missing = async () => {
    for (const firing of await prometheus.firing()) seen.add(`${firing.job} ${firing.alert}`);
    return alerts.filter((alert) => !seen.has(`${job} ${alert}`));
  };
  await expect.poll(missing, { timeout: patienceMs, interval: 500 }).toEqual([]);
}

test('every fault makes its alert fire, and a server that is well makes none', async () => {
  await leaveDocument(servers.crippled, brokenDatabase.url);
  load(servers.dragoman, database.url, 2);
  load(servers.crippled, brokenDatabase.url, 1);
  load(servers.overloaded, database.url, 12);
  load(servers.cut, database.url, 4);
  stalling = stall(servers.crippled);
  // Slow first: who asks waits for the one connection that calls have. Then gone.
  postgres.setDelay(300);
  await untilFiring('cut', 'DragomanPostgresPoolBusy');
  postgres.setDelay(100);
  const cutting = new AbortController();
  const cuts = cutAgainAndAgain(cutting.signal);
  await untilFiring('cut', 'DragomanChargesFail').finally(() => cutting.abort());
  await cuts;
  postgres.shut();

  await untilFiring('cut', 'DragomanPostgresAway', 'DragomanNotReady', 'DragomanErrorRatio');
  await untilFiring(
    'crippled',
    'DragomanLimiterAlone',
    'DragomanMemoryHigh',
    'DragomanPartitionsMissing',
    'DragomanHousekeepingFails',
    'DragomanEngineUnhealthy',
    'DragomanEngineFails',
    'DragomanEventLoopStalls',
    'DragomanDocumentsWait',
  );
  await untilFiring('overloaded', 'DragomanSlowCalls', 'DragomanEngineSheds');
  await untilFiring('expiring', 'DragomanCertificateExpires');

  const alarms = [...seen].filter((each) => each.startsWith('dragoman ') && !comesWithBusyMachine.test(each));
  expect(alarms).toEqual([]);
  const logged = servers.dragoman.log().split('\n');
  expect(logged.filter((line) => line !== '' && !comesWithBusyDisk.test(line))).toEqual([]);
  seen.delete('dragoman DragomanNodeDown');
  process.kill(servers.dragoman.pid, 'SIGKILL');
  await untilFiring('dragoman', 'DragomanNodeDown');
  await restartTwice(servers.dragoman);
  await untilFiring('dragoman', 'DragomanNodeRestarts');

  const fired = new Set([...seen].map((each) => each.split(' ')[1]));
  expect((await readAlerts()).filter(({ alert }) => !fired.has(alert))).toEqual([]);
  stop.abort();
  postgres.open();
  postgres.setDelay(0);
});

test('every panel of the dashboards asks for something, and has an answer after load', async () => {
  const queries = [...(await readPanelQueries('calls.json')), ...(await readPanelQueries('nodes.json'))];
  const withoutAnswer: string[] = [];
  for (const query of queries) {
    const anyJob = query.replaceAll('job="dragoman"', 'job=~".+"').replaceAll('[1m]', '[5m]');
    if ((await prometheus.query(anyJob)).length === 0) withoutAnswer.push(query);
  }
  // Nobody reads the console here, the caches are off, and nothing is traced.
  const expected = /listener="console"|dragoman_cache_texts_total|dragoman_trace_spans_total/;
  expect(withoutAnswer.filter((query) => !expected.test(query))).toEqual([]);
});
