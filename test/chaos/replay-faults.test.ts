/** What engines are sent under one Idempotency-Key while nodes and Redis die: counted by the engine's server. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bearer, call, type ProblemAnswer, type TranslateAnswer } from '../support/api-client.ts';
import { type EngineServer, serverKey, startDeepl } from '../support/engine-servers.ts';
import { charactersSentTo, holdAnswers } from '../support/held-engine.ts';
import { OwnRedis } from '../support/own-redis.ts';
import { report } from '../support/report.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let folder: string;
let deepl: EngineServer;
let redis: OwnRedis;
let env: Record<string, string>;
let nodes: [ServerProcess, ServerProcess];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-replay-faults-'));
  [deepl, redis] = await Promise.all([startDeepl(), OwnRedis.start()]);
  const config = join(folder, 'dragoman.yaml');
  await writeFile(
    config,
    `engines:\n  deepl: { url: "${deepl.url}", key_env: ENGINE_KEY, connections: 60 }\n`,
  );
  env = {
    DATABASE_URL: database.url,
    DRAGOMAN_CONFIG: config,
    ENGINE_KEY: serverKey,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    // Nothing but engines can answer.
    DRAGOMAN_CACHE_MB: '0',
    DRAGOMAN_LOG_LEVEL: 'error',
  };
  nodes = await Promise.all([startServer(env), startServer(env)]);
});
afterEach(() => {
  deepl.misbehave = undefined;
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await Promise.all([redis.kill(), deepl[Symbol.asyncDispose]()]);
  await rm(folder, { recursive: true });
});

/** Larger than half a request to the server, so that each text has a request of its own. */
const text = 'The house is big. '.repeat(467).trim();

async function openTeam() {
  const key = (await createKey(env, await createTeamForLoad(env))).plain;
  const sentBefore = charactersSentTo(deepl);
  const idempotencyKey = randomUUID();
  return {
    send: (node: number) =>
      call<TranslateAnswer & ProblemAnswer>(`${nodes[node % 2 === 0 ? 0 : 1].url}/v1/translate`, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ text: [text], source_lang: 'EN', target_lang: 'DE' }),
      }),
    /** In whole texts. */
    sent: () => (charactersSentTo(deepl) - sentBefore) / text.length,
    async charged() {
      const account = await call<{ quota_used: number }>(`${nodes[0].url}/v1/account`, {
        headers: bearer(key),
      });
      return account.body.quota_used / text.length;
    },
  };
}

const endingOf = ({ status, body }: { status: number; body: ProblemAnswer }) =>
  status === 200 ? '200' : `${status} ${body.code}`;

/** Fifty on both nodes; `meanwhile` when each has come to the engine or was refused. */
async function fiftyAtOnce(team: Awaited<ReturnType<typeof openTeam>>, meanwhile = async () => {}) {
  const engine = holdAnswers(deepl);
  const endings: string[] = [];
  const calls = Array.from({ length: 50 }, async (_, n) => endings.push(endingOf(await team.send(n))));
  await expect.poll(() => engine.waiting + endings.length).toBe(50);
  await meanwhile();
  engine.release();
  await Promise.all(calls);
  const later = [];
  for (let n = 0; n < 4; n++) later.push(endingOf(await team.send(n)));
  const answered = endings.filter((ending) => ending === '200').length;
  expect([team.sent(), await team.charged()]).toEqual([answered, 1]);
  // Whoever was refused was told to wait; what came later, that engines have worked for it often enough.
  expect(new Set(endings)).toEqual(new Set(['200', '409 conflict']));
  expect(new Set(later)).toEqual(new Set(['409 replay_unavailable']));
  // Two over both nodes; two on each where Redis is away, or late for one of them as it may be on a busy machine.
  expect(answered).toBeGreaterThanOrEqual(2);
  expect(answered).toBeLessThanOrEqual(4);
  return answered;
}

test('fifty at once on two nodes are charged once, and engines get the text as often as it is answered', async () => {
  for (let n = 0; n < 10; n++) await (await openTeam()).send(n);
  report('row 5 fifty at once', { sent: await fiftyAtOnce(await openTeam()), charged: 1 });
});

test('a node that dies while an engine works keeps nobody from trying again', async () => {
  const team = await openTeam();
  const engine = holdAnswers(deepl);
  const lost = team.send(1).catch(() => 'lost');
  await expect.poll(() => engine.waiting).toBe(1);
  process.kill(nodes[1].pid, 'SIGKILL');
  expect(await lost).toBe('lost');
  engine.release();
  nodes[1] = await startServer(env);
  expect(endingOf(await team.send(1))).toBe('200');
  expect([await team.charged(), team.sent()]).toEqual([1, 2]);
});

test('a node that dies after its charge: the repeat is answered at once, and it is the last', async () => {
  const team = await openTeam();
  await team.send(1);
  process.kill(nodes[1].pid, 'SIGKILL');
  expect(endingOf(await team.send(0))).toBe('200');
  nodes[1] = await startServer(env);
  expect(endingOf(await team.send(1))).toBe('409 replay_unavailable');
  expect([await team.charged(), team.sent()]).toEqual([1, 2]);
});

test('a node that dies between claim and charge of a repeat has used it up', async () => {
  const team = await openTeam();
  await team.send(0);
  const engine = holdAnswers(deepl);
  const lost = team.send(1).catch(() => 'lost');
  await expect.poll(() => engine.waiting).toBe(1);
  process.kill(nodes[1].pid, 'SIGKILL');
  expect(await lost).toBe('lost');
  engine.release();
  nodes[1] = await startServer(env);
  for (let n = 0; n < 2; n++) expect(endingOf(await team.send(n))).toBe('409 replay_unavailable');
  expect([await team.charged(), team.sent()]).toEqual([1, 2]);
});

test('Redis dies while fifty are under way, and stays away: two a node are answered, none fails', async () => {
  for (let n = 0; n < 10; n++) await (await openTeam()).send(n);
  const killed = await fiftyAtOnce(await openTeam(), () => redis.kill());
  const away = await fiftyAtOnce(await openTeam());
  expect(away).toBe(4);
  report('row 5 fifty at once, without Redis', { killed, away, charged: 1 });
  await redis.restart();
});
