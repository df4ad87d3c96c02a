/** A database that can be read and not written, as a standby or one that an operator or a full disk has made read-only. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/store/postgres/database.ts';
import { bearer, call, type ProblemAnswer, translate } from '../support/api-client.ts';
import { runDragoman } from '../support/command-line.ts';
import { scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { asAdmin } from '../support/postgres.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { useServer } from '../support/server-process.ts';

const context = useServer({
  NODE_ENV: 'test',
  DRAGOMAN_STUB_ENGINE: 'on',
  DRAGOMAN_APERTIUM_MODES: '/nonexistent',
  DRAGOMAN_CACHE_MB: '0',
});
const databaseName = () => new URL(context.env.DATABASE_URL ?? '').pathname.slice(1);
const text = { text: ['a house'], source_lang: 'EN', target_lang: 'EO' };
let db: Database;
let key: string;

beforeAll(async () => {
  db = openTestPool(context.env.DATABASE_URL ?? '');
  key = (await seedTeams(db, 1))[0]?.key ?? '';
});
afterAll(() => db.end());

/** For every connection that is opened from now on; earlier ones are closed. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  await asAdmin(async (admin) => {
    const change = isReadOnly
      ? 'SET default_transaction_read_only = on'
      : 'RESET default_transaction_read_only';
    await admin.query(`ALTER DATABASE ${databaseName()} ${change}`);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      databaseName(),
    ]);
  });
}

async function failureOf(statement: string): Promise<string> {
  return db.query(statement).then(
    () => 'none',
    (error: Error) => error.message,
  );
}

const health = () => call<ProblemAnswer>(`${context.server.url}/health`);
const ready = () => call<ProblemAnswer>(`${context.server.opsUrl}/ready`);
const patience = { timeout: 120_000 };

test('a read-only database: /health and /ready answer 503, calls are refused before their deadline, and all is well again with the first write', async () => {
  expect((await translate(context.server.url, key, text)).status).toBe(200);
  await setReadOnly(true);
  // Asked again, since the pool may still offer connections that have just been ended.
  await expect.poll(() => failureOf('CREATE TABLE x ()'), patience).toContain('read-only transaction');
  // Not only out of reach, which it is for a moment when its connections are ended.
  await expect
    .poll(async () => (await ready()).body.detail, patience)
    .toContain('database: reachable, but read-only');
  const unwell = await health();
  expect([unwell.status, unwell.body.code]).toEqual([503, 'service_unavailable']);
  const metrics = await (await fetch(`${context.server.opsUrl}/metrics`)).text();
  expect(metrics).toMatch(/^dragoman_ready\{check="database"\} 0$/m);

  // Long before its deadline, which is five minutes in the gate.
  const refused = await call<ProblemAnswer>(`${context.server.url}/v1/translate`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify(text),
    signal: AbortSignal.timeout(scale(120_000, 15_000)),
  });
  expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
  const doctor = await runDragoman(['doctor', '--json'], context.env);
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(/reachable, but read-only.*Point DATABASE_URL at the primary/);

  await setReadOnly(false);
  await expect.poll(async () => (await health()).status, patience).toBe(200);
  expect((await ready()).status).toBe(200);
  expect((await translate(context.server.url, key, text)).status).toBe(200);
});

test('a database that is not read-only and yet writes nothing: 503 when heartbeats have failed for a while', async () => {
  await db.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
                  CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON nodes EXECUTE FUNCTION refuse()`);
  await expect
    .poll(async () => (await ready()).body.detail, { timeout: 120_000, interval: 500 })
    .toMatch(/database: reachable, but no write has succeeded for \d+ s/);
  expect((await health()).status).toBe(503);
  await db.query('DROP TRIGGER refuse ON nodes');
  await expect.poll(async () => (await health()).status, patience).toBe(200);
});
