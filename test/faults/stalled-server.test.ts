/** Servers and workers with a stall guard: one that stalls is ended; one that is slow, stopped or busy elsewhere is not. */

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { translate } from '../support/api-client.ts';
import type { Env } from '../support/command-line.ts';
import { documentsEnv, upload } from '../support/document-client.ts';
import { longTest, scale } from '../support/long-form.ts';
import { openTestPool } from '../support/pool.ts';
import { readProcess, workedMs } from '../support/process-table.ts';
import { seedTeams } from '../support/seed-teams.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { startWorker } from '../support/worker-process.ts';

const limitMs = 1_000;
const privateWord = 'Canarybirdxq7';
const forEver = `Block the event loop. ${privateWord}`;
const slice = 'Block the event loop for 200 ms.';

const database = useTestDatabase();
const documents = documentsEnv().env;
const env = (more: Env = {}): Env => ({
  ...documents,
  DATABASE_URL: database.url,
  NODE_ENV: 'test',
  // Slow as it is, nobody may take it for dead.
  DRAGOMAN_STUB_ENGINE: 'stallMs=600000',
  DRAGOMAN_APERTIUM_MODES: '/nonexistent',
  DRAGOMAN_CACHE_MB: '0',
  DRAGOMAN_DOCUMENT_WORKERS: '0',
  DRAGOMAN_STALL_SECONDS: String(limitMs / 1_000),
  ...more,
});
let key: string;
let server: ServerProcess;

beforeAll(async () => {
  const db = openTestPool(database.url);
  key = (await seedTeams(db, 1))[0]?.key ?? '';
  await db.end();
  server = await startServer(env());
});
afterAll(() => {
  if (readProcess(server.pid) !== undefined) process.kill(server.pid, 'SIGKILL');
});

const ask = async ({ url }: ServerProcess, ...text: string[]) =>
  (await translate(url, key, { text, source_lang: 'EN', target_lang: 'EO' })).status;

/** What the guard logged, without the moment. */
function stallIn(log: string): { stack: string[]; cpuMs: number } {
  const lines = log.split('\n').filter((line) => line.includes('"the event loop stalled'));
  expect(lines).toHaveLength(1);
  expect(log).not.toContain(privateWord);
  return JSON.parse(lines[0] ?? '') as { stack: string[]; cpuMs: number };
}

async function stopFor({ pid }: ServerProcess, ms: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await expect.poll(() => readProcess(pid)?.state).toBe('T');
  await delay(ms);
  process.kill(pid, 'SIGCONT');
}

test('a server that is slow but turns its event loop is left alone', async () => {
  const before = workedMs(server.pid);
  await ask(server, ...Array.from({ length: scale(9, 15) }, () => slice));
  await expect.poll(() => workedMs(server.pid) - before, { timeout: 120_000 }).toBeGreaterThan(1.5 * limitMs);
  await expect.poll(() => ask(server, 'The house is big.'), { timeout: 120_000 }).toBe(200);
});

test('a server that was stopped in the middle of its work, and continued, goes on', async () => {
  const before = workedMs(server.pid);
  const answer = ask(server, ...Array.from({ length: 5 }, () => slice));
  await expect.poll(() => workedMs(server.pid) - before).toBeGreaterThan(100);
  await stopFor(server, 3 * limitMs);
  await answer;
  expect(await ask(server, 'The house is big.')).toBe(200);
});

test('a worker that stalls on a document is ended', async () => {
  const worker = await startWorker(env({ DRAGOMAN_DOCUMENT_WORKERS: '1' }));
  const file = { name: 'letter.txt', content: forEver };
  const members = { source_lang: 'EN', target_lang: 'EO' };
  expect((await upload(`${server.url}/v1/documents`, key, file, members)).status).toBe(201);
  expect(await worker.endedBy).toBe('SIGKILL');
  expect(stallIn(worker.log()).stack.join('\n')).toContain('blockEventLoop dist/engines/stub/');
});

test('a server that stalls is ended, and its log names the function but no text', async () => {
  const answer = ask(server, forEver).catch(() => 'cut');
  expect(await server.endedBy).toBe('SIGKILL');
  expect(await answer).toBe('cut');
  const { stack, cpuMs } = stallIn(server.log());
  expect(cpuMs).toBeGreaterThanOrEqual(limitMs);
  expect(stack.join('\n')).toMatch(/^blockEventLoop dist\/engines\/stub\/stub-engine\.js:\d+:\d+$/m);
});

longTest('a busy start and a busy thread beside an idle main thread are no stall', async () => {
  const script = new URL('./support/busy-start.ts', import.meta.url);
  const busy = await startServer(env({ NODE_OPTIONS: `--import=${script.href}` }));
  const before = workedMs(busy.pid);
  await expect.poll(() => workedMs(busy.pid) - before, { timeout: 600_000 }).toBeGreaterThan(2.5 * limitMs);
  expect(await ask(busy, 'The house is big.')).toBe(200);
  const stalled = ask(busy, forEver).catch(() => 'cut');
  expect(await busy.endedBy).toBe('SIGKILL');
  expect(await stalled).toBe('cut');
});

// Not skipped in the short form: nothing may be skipped there.
longTest('with the default limit, a server that was stopped for two minutes goes on', async () => {
  const stopped = await startServer(env({ DRAGOMAN_STALL_SECONDS: '' }));
  const answer = ask(stopped, slice, slice, slice);
  await stopFor(stopped, 120_000);
  await answer;
  expect(await ask(stopped, 'The house is big.')).toBe(200);
  expect(stopped.log()).not.toContain('stalled');
  expect(await stopped.stop()).toBe(0);
});
