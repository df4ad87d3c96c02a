/** Documents under kill -9 of the processes that translate them: none lost, none charged twice, nothing in plain. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer } from '../support/api-client.ts';
import { audit } from '../support/books.ts';
import { findDisagreements } from '../support/disagreements.ts';
import { type DocumentAnswer, documentsEnv, download, upload } from '../support/document-client.ts';
import { scale } from '../support/long-form.ts';
import { isAlive, readProcess } from '../support/process-table.ts';
import { report } from '../support/report.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startWorker, type WorkerProcess } from '../support/worker-process.ts';
import { useChaosRig } from './support/chaos-rig.ts';

const run = promisify(execFile);
const { folder, env: files } = documentsEnv();
// Slow enough that a process is seldom killed between two documents.
const stub = 'latencyMs=300';
// The nodes take uploads and translate none; the workers are apart, and die.
const env = { ...files, DRAGOMAN_DOCUMENT_WORKERS: '0', DRAGOMAN_LOG_LEVEL: 'info' };
const rig = useChaosRig({ nodes: 1, stub, env });
const workers: WorkerProcess[] = [];
const startedAt = new WeakMap<WorkerProcess, number>();
/** Before that, it may have no document in hand. */
const busyAfterMs = 1_500;
const logs: string[] = [];

const canary = 'Canarybirdxq7';
const random = seededRandom('document workers');
const content = (number: number) =>
  Array.from({ length: random.between(50, 350) }, (_, i) => `${canary} number ${number} line ${i}`).join(
    '\n\n',
  );

const start = async () => {
  const worker = await startWorker({
    NODE_ENV: 'test',
    DATABASE_URL: rig.services.current.databaseUrl,
    REDIS_URL: rig.services.current.redisUrl,
    DRAGOMAN_STUB_ENGINE: stub,
    DRAGOMAN_APERTIUM_MODES: '/nonexistent',
    DRAGOMAN_CACHE_MB: '0',
    ...env,
    DRAGOMAN_DOCUMENT_WORKERS: '3',
  });
  workers.push(worker);
  startedAt.set(worker, Date.now());
  return worker;
};

beforeAll(() => Promise.all([start(), start()]));
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

test('no document is lost or charged twice when workers are killed, and nothing is kept in plain', async () => {
  const count = scale(20, 1_000);
  const kills = scale(2, 60);
  const teams = await Promise.all([1, 2, 3].map(() => rig.newTeam()));
  const [node] = rig.nodes;
  if (node === undefined) throw new Error('there is no node');
  const address = `${node.url}/v1/documents`;

  const sent: { key: string; text: string; document: DocumentAnswer }[] = [];
  const send = async (number: number) => {
    const { key } = teams[number % teams.length] ?? { key: '' };
    const text = content(number);
    const file = { name: `${canary}-${number}.txt`, content: text };
    const { status, body } = await upload(address, key, file, { source_lang: 'EN', target_lang: 'EO' });
    expect(status, JSON.stringify(body)).toBe(201);
    sent.push({ key, text, document: body });
  };
  const started = Date.now();
  const numbers = Array.from({ length: count }, (_, i) => i).values();
  const clients = Array.from({ length: 6 }, async () => {
    for (const number of numbers) await send(number);
  });
  await expect.poll(() => statesOf(), { timeout: 120_000 }).toHaveProperty('translating');
  const [killedAtWork] = await Promise.all([killWorkers(kills), ...clients]);
  const uploaded = await stored();
  expect(killedAtWork).toBeGreaterThan(0);

  await expect
    .poll(() => statesOf(), { timeout: scale(300_000, 900_000), interval: 200 })
    .toEqual({ done: count });
  const seconds = Math.round((Date.now() - started) / 1_000);
  const { rows: starts } = await rig.db.query<{ again: number }>(
    'SELECT count(*)::int AS again FROM documents WHERE starts > 1',
  );
  // The fault took effect: work was cut off and done again by somebody else.
  expect(starts[0]?.again).toBeGreaterThanOrEqual(kills / 2);

  const { rows: calls } = await rig.db.query<{ calls: number; characters: number }>(
    'SELECT count(*)::int AS calls, sum(characters)::int AS characters FROM calls',
  );
  const characters = sent.reduce((sum, { document }) => sum + document.characters, 0);
  expect(calls).toEqual([{ calls: count, characters }]);
  const { rows: held } = await rig.db.query('SELECT sum(held)::int AS held FROM team_balances');
  expect(held).toEqual([{ held: 0 }]);
  expect(await audit(rig.db)).toEqual([]);
  expect(await findDisagreements(rig.db)).toEqual([]);

  const finished = await stored();
  for (const { key, text, document } of sent) {
    const { status, content: result } = await download(`${address}/${document.id}/result`, key);
    expect(status).toBe(200);
    expect(result.toString().split('\n')).toHaveLength(text.split('\n').length);
  }
  logs.push(node.log(), ...workers.map((worker) => worker.log()));
  const places = { uploaded, finished, logs: logs.join('\n') };
  expect(places.logs).toContain('/v1/documents');
  for (const [place, found] of Object.entries(places)) {
    const hits = spellings(canary).filter((spelling) => found.includes(spelling));
    expect([place, hits]).toEqual([place, []]);
  }
  const again = starts[0]?.again;
  report('documents', { documents: count, kills, killedAtWork, again, seconds, lost: 0, chargedTwice: 0 });
});

/**
 * kill -9 of one while documents are translated; another one is started in its place. The oldest dies, once it has had
 * the time to take documents. How often there was work.
 */
async function killWorkers(kills: number): Promise<number> {
  const starting: Promise<unknown>[] = [];
  let atWork = 0;
  for (let i = 0; i < kills; i++) {
    await delay(random.between(300, 900));
    let victim = workers.shift();
    for (; victim === undefined; victim = workers.shift()) await delay(50);
    await delay(Math.max(0, (startedAt.get(victim) ?? 0) + busyAfterMs - Date.now()));
    const { rows } = await rig.db.query("SELECT FROM documents WHERE state = 'translating'");
    if (rows.length > 0) atWork++;
    victim.kill();
    logs.push(victim.log());
    starting.push(start());
    const { pid } = victim;
    await expect.poll(() => isAlive(readProcess(pid))).toBe(false);
  }
  await Promise.all(starting);
  return atWork;
}

async function statesOf(): Promise<Record<string, number>> {
  const { rows } = await rig.db.query<{ state: string; count: number }>(
    'SELECT state, count(*)::int AS count FROM documents GROUP BY state',
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Everything that is at rest: the folder of files and the whole database. */
async function stored(): Promise<string> {
  const names = await readdir(folder);
  expect(names.length).toBeGreaterThan(0);
  const kept = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1').catch(() => '')));
  const { stdout } = await run('pg_dump', [rig.services.current.databaseUrl], { maxBuffer: 1 << 28 });
  expect(stdout).toContain('COPY public.documents');
  return [...names, ...kept, stdout].join('\n');
}

/** Also as an engine answers it, and as a dump might write it. */
function spellings(secret: string): string[] {
  const hex = Buffer.from(secret).toString('hex');
  const base64 = Buffer.from(secret)
    .toString('base64')
    .replace(/.{0,2}=*$/, '');
  return [secret, secret.toLowerCase(), secret.toUpperCase(), hex, base64];
}

test('a worker that is asked to end puts its document back, and another one finishes it', async () => {
  const team = await rig.newTeam();
  const [node] = rig.nodes;
  const address = `${node?.url}/v1/documents`;
  const text = Array.from({ length: 600 }, (_, i) => `line ${i} of the letter`).join('\n');
  const file = { name: 'long.txt', content: text };
  const { body } = await upload(address, team.key, file, { source_lang: 'EN', target_lang: 'EO' });
  const state = async () => {
    const response = await fetch(`${address}/${body.id}`, { headers: bearer(team.key) });
    return ((await response.json()) as DocumentAnswer).state;
  };
  await expect.poll(state, { timeout: 120_000 }).toBe('translating');
  const leaving = workers.splice(0, workers.length);
  const next = await start();
  expect(await Promise.all(leaving.map((worker) => worker.stop()))).toEqual(leaving.map(() => 0));
  // At once, and not when the time of a dead worker has run out.
  await expect.poll(state, { timeout: 120_000 }).toBe('done');
  expect(isAlive(readProcess(next.pid))).toBe(true);
  const { rows } = await rig.db.query('SELECT starts FROM documents WHERE id = $1', [body.id]);
  expect(rows).toEqual([{ starts: 1 }]);
});
