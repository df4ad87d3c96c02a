/** All of a small installation through PgBouncer in session mode, and what is said about transaction mode. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLogger } from '../../src/observability/logger.ts';
import { openDatabase } from '../../src/store/postgres/database.ts';
import { bearer, call } from '../support/api-client.ts';
import { dragomanJson, runDragoman } from '../support/command-line.ts';
import { documentsEnv, download, upload, watch } from '../support/document-client.ts';
import { letter } from '../support/document-server.ts';
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { createDatabase, dropDatabase, randomDatabaseName } from '../support/postgres.ts';
import { openServer } from '../support/server-process.ts';

const database = randomDatabaseName();
let session: PgBouncer;

beforeAll(async () => {
  await createDatabase(database);
  session = await startPgBouncer('session');
});
afterAll(async () => {
  await session[Symbol.asyncDispose]();
  await dropDatabase(database);
});

const stub = { NODE_ENV: 'test', DRAGOMAN_STUB_ENGINE: 'on' };

test('session mode: migrate, serve, translate, upload a document, revoke a key, audit', async () => {
  const env = { ...stub, ...documentsEnv().env, DATABASE_URL: session.urlOf(database) };
  await dragomanJson(['migrate'], env);
  // A machine that is busy with others may answer its questions late.
  await vi.waitFor(() => dragomanJson(['doctor'], env), { timeout: 120_000, interval: 500 });
  const { team } = await dragomanJson<{ team: { id: string } }>(['team', 'create', '--name', 'team'], env);
  const { key } = await dragomanJson<{ key: { id: string; plain: string } }>(
    ['key', 'create', '--team', team.id, '--name', 'app'],
    env,
  );
  const server = await openServer(env);
  try {
    const translate = () =>
      call<{ translations: { text: string }[]; code: string }>(`${server.url}/v1/translate`, {
        method: 'POST',
        headers: { ...bearer(key.plain), 'content-type': 'application/json' },
        body: JSON.stringify({ text: ['ship'], source_lang: 'EN', target_lang: 'EO' }),
      });
    // More at once than the process has connections for calls.
    const answers = await Promise.all(Array.from({ length: 20 }, translate));
    expect(answers.map(({ status, body }) => [status, body.translations[0]?.text])).toEqual(
      answers.map(() => [200, 'SHIP']),
    );
    const documents = `${server.url}/v1/documents`;
    const members = { source_lang: 'EN', target_lang: 'EO' };
    const { status, body } = await upload(documents, key.plain, letter, members);
    expect(status).toBe(201);
    expect((await watch(`${documents}/${body.id}`, key.plain)).at(-1)).toMatchObject({ state: 'done' });
    const { content } = await download(`${documents}/${body.id}/result`, key.plain);
    expect(content.toString()).toContain('GOOD BYE.');

    await dragomanJson(['key', 'revoke', key.id], env);
    expect(await translate()).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
  } finally {
    expect(await server.stop()).toBe(0);
  }
  expect((await runDragoman(['audit'], env)).code).toBe(0);
});

test('session mode: each connection has the time-outs of its pool, and the next client of its server has its own', async () => {
  const logger = createLogger('silent');
  const timeouts = async (statementMs?: number) => {
    const db = openDatabase({
      url: session.urlOf(database),
      size: 1,
      logger,
      ...(statementMs && { statementMs }),
    });
    try {
      const { rows } = await db.query<{ name: string; setting: string }>(
        `SELECT name, setting FROM pg_settings
          WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'application_name') ORDER BY name`,
      );
      return rows.map(({ setting }) => setting);
    } finally {
      await db.end();
    }
  };
  expect(await timeouts(3_000)).toEqual(['dragoman', '5000', '3000']);
  expect(await timeouts()).toEqual(['dragoman', '5000', '10000']);
});

test('a pool that has no server left is a database out of reach, and costs no other connection', async () => {
  await using small = await startPgBouncer('session', 1);
  const settings = { url: small.urlOf(database), logger: createLogger('silent'), size: 1 };
  const [db, impatient] = [openDatabase(settings), openDatabase({ ...settings, waitMs: 1_000 })];
  try {
    const first = await db.connect();
    await expect(impatient.connect()).rejects.toThrow('timeout exceeded when trying to connect');
    expect((await first.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    first.release();
  } finally {
    await Promise.all([db.end(), impatient.end()]);
  }
});

test('transaction mode is refused by migrate, doctor and serve, which say what to do', async () => {
  await using transaction = await startPgBouncer('transaction');
  const env = { ...stub, DATABASE_URL: transaction.urlOf(database) };
  for (const command of ['migrate', 'doctor', 'serve']) {
    const { code, stdout, stderr } = await runDragoman([command], env);
    expect([command, code]).toEqual([command, 1]);
    expect(stdout + stderr).toMatch(/behind a pooler[\s\S]*Set pool_mode = session/);
  }
});
