/** Postgres, Redis and an engine over TLS with an authority of one's own: docs/run/tls.md. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { translate } from '../support/api-client.ts';
import { dragomanJson, type Env, runDragoman } from '../support/command-line.ts';
import { type EngineServer, serverKey, startLibretranslate } from '../support/engine-servers.ts';
import { openTestPool } from '../support/pool.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { openServer, startServer } from '../support/server-process.ts';
import { useThrowAwayServices } from '../support/throw-away-services.ts';
import {
  makeCertificates,
  startTlsFront,
  startTlsRedis,
  type TlsServer,
  turnOnTls,
} from '../support/tls-servers.ts';

const services = useThrowAwayServices();
const opened = new AsyncDisposableStack();
const own = makeCertificates();
const other = makeCertificates();
const folder = mkdtempSync(join(tmpdir(), 'dragoman-tls-'));
let plainEngine: EngineServer;
let engine: TlsServer;
let redis: Awaited<ReturnType<typeof startTlsRedis>>;

beforeAll(async () => {
  plainEngine = opened.use(await startLibretranslate());
  engine = opened.use(await startTlsFront(own, plainEngine.url));
  redis = opened.use(await startTlsRedis(own));
});
afterAll(async () => {
  await opened.disposeAsync();
  for (const each of [folder, own.folder, other.folder]) rmSync(each, { recursive: true });
});

const portOf = (url: string) => Number(new URL(url).port);
const secured = () => ({
  postgres: portOf(services.current.databaseUrl),
  redis: redis.port,
  engine: engine.port,
});

function environment(authority: string, host: string, ports = secured()): Env {
  const file = join(folder, `${host}-${ports.engine}.yaml`);
  writeFileSync(
    file,
    `engines:
  house: { type: libretranslate, url: "https://${host}:${ports.engine}", key_env: KEY, languages: [en, de] }\n`,
  );
  return {
    DATABASE_URL: `postgres://dragoman@${host}:${ports.postgres}/dragoman?sslmode=verify-full&sslrootcert=${authority}`,
    REDIS_URL: `rediss://${host}:${ports.redis}`,
    NODE_EXTRA_CA_CERTS: authority,
    DRAGOMAN_CONFIG: file,
    KEY: serverKey,
  };
}

interface Finding {
  check: string;
  ok: boolean;
  detail: string;
  remedy?: string;
}

/** Without the authority of which only a process knows that is started with it. */
function untrusting({ NODE_EXTRA_CA_CERTS: _, ...env }: Env): Env {
  return env;
}

/** What doctor says of the three, in words. */
async function examine(env: Env): Promise<string[]> {
  const { stdout } = await runDragoman(['doctor', '--json'], env);
  const { findings } = JSON.parse(stdout) as { findings: Finding[] };
  return ['database', 'redis', 'engine house'].map((name) => {
    const { ok, detail, remedy = '' } = findings.find(({ check }) => check === name) as Finding;
    return ok ? 'ok' : `${detail} ${remedy}`;
  });
}

const each = (pattern: RegExp) => [0, 1, 2].map(() => expect.stringMatching(pattern));

test('servers without TLS are refused where TLS is asked for', async () => {
  const { databaseUrl, redisUrl } = services.current;
  const ports = {
    postgres: portOf(databaseUrl),
    redis: portOf(redisUrl),
    engine: portOf(plainEngine.url),
  };
  expect(await examine(untrusting(environment(own.authority, 'localhost', ports)))).toEqual(
    each(/does not speak TLS|with TLS at this port/),
  );
});

test('with their authority and their name all three are used, and nothing goes in plain text', async () => {
  await turnOnTls(services.current.databaseUrl, join(services.current.dir, 'postgres'), own);
  const env = environment(own.authority, 'localhost');
  const plainEnv = { DATABASE_URL: services.current.databaseUrl };
  await dragomanJson(['migrate'], plainEnv);
  expect(await examine(env)).toEqual(['ok', 'ok', 'ok']);
  const key = await createKey(plainEnv, await createTeam(plainEnv));
  const server = await startServer(env);
  const db = openTestPool(services.current.databaseUrl, 1);
  try {
    const body = { text: ['good morning'], source_lang: 'EN', target_lang: 'DE' };
    const answer = await translate<{ translations: { text: string }[] }>(server.url, key.plain, body);
    expect([answer.status, answer.body.translations[0]?.text]).toEqual([200, 'GOOD MORNING']);
    const { rows } = await db.query<{ ssl: boolean; count: number }>(
      `SELECT ssl, count(*)::int FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name = 'dragoman' AND pid <> pg_backend_pid() GROUP BY ssl`,
    );
    expect(rows).toEqual([{ ssl: true, count: expect.any(Number) }]);
    // The limiter's script: nothing else runs one.
    expect(redis.ask('info', 'commandstats')).toMatch(/^cmdstat_eval(sha)?:calls=\d/m);
  } finally {
    await db.end();
    expect(await server.stop()).toBe(0);
  }
});

test('another authority, or another name, is refused and named; serve does not start', async () => {
  const wrong = untrusting(environment(other.authority, 'localhost'));
  expect(await examine(wrong)).toEqual(each(/authority that is not trusted here.*NODE_EXTRA_CA_CERTS/));
  expect(await examine(environment(own.authority, '127.0.0.1'))).toEqual(
    each(/certificate is for another name/),
  );
  await expect(openServer(wrong)).rejects.toThrow(/authority that is not trusted/);
});

test('a server whose Redis is refused serves without it, and says why', async () => {
  // Nor is the engine: the server has another one.
  const { DRAGOMAN_CONFIG: _, ...env } = untrusting(environment(own.authority, 'localhost'));
  const server = await openServer({ ...env, DRAGOMAN_STUB_ENGINE: 'on', NODE_ENV: 'test' });
  try {
    await expect
      .poll(server.log)
      .toMatch(
        /The connection to Redis is not secure: its certificate is signed by an authority that is not/,
      );
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});
