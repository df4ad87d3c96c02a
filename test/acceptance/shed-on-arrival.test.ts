/** A call that no engine has time for, whatever it asks for, is refused before its body is read. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProblemAnswer, translate } from '../support/api-client.ts';
import { type EngineServer, serverKey, startLibretranslate } from '../support/engine-servers.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { WirePool } from '../support/wire-pool.ts';

const database = useTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'dragoman-shed-'));
let engine: EngineServer;
let server: RunningServer;
let [greedy, other] = ['', ''];
let isOver = false;
const flood: Promise<void>[] = [];

const ask = (key: string, text: string, source_lang: string, target_lang: string) =>
  translate<ProblemAnswer>(server.url, key, { text: [text], source_lang, target_lang });

beforeAll(async () => {
  engine = await startLibretranslate();
  // One question at a time, and each takes its time.
  engine.misbehave = (request, response, { q }) => {
    if (request.method !== 'POST') return undefined;
    const answer = JSON.stringify({ translatedText: q });
    const headers = { 'content-type': 'application/json' };
    setTimeout(() => response.writeHead(200, headers).end(answer), isOver ? 0 : 150);
    return 'handled';
  };
  const file = join(folder, 'dragoman.yaml');
  writeFileSync(
    file,
    `engines:
  remote: { type: libretranslate, url: "${engine.url}", key_env: KEY, languages: [en, de], connections: 1 }\n`,
  );
  const env = { DATABASE_URL: database.url, DRAGOMAN_CONFIG: file, DRAGOMAN_CACHE_MB: '0', KEY: serverKey };
  [greedy = '', other = ''] = await Promise.all(
    [0, 1].map(async () => (await createKey(env, await createTeamForLoad(env))).plain),
  );
  // The real deadline: what would take longer is shed.
  server = await openServer({ ...env, DRAGOMAN_CALL_DEADLINE_MS: '30000' });
  const text = 'The ship sails to the harbour tomorrow morning. '.repeat(40);
  const keepAsking = async (source: string, target: string) => {
    while (!isOver) {
      await ask(greedy, text, source, target);
      await delay(100);
    }
  };
  for (let i = 0; i < 100; i++) flood.push(keepAsking('EN', 'DE'), keepAsking('DE', 'EN'));
});
afterAll(async () => {
  isOver = true;
  await Promise.all(flood);
  expect(await server.stop()).toBe(0);
  await engine[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const head = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${greedy}`, ...headers, '', ''].join('\r\n');

const body = '{{{ no JSON';

function send(pool: WirePool, path: string, ...headers: string[]) {
  const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`, ...headers];
  return pool.send({ method: 'POST', bytes: Buffer.from(head(path, ...lines) + body) });
}

test.each(['/v1/translate', '/v2/translate'])(
  '%s: 503 with Retry-After comes before the body is looked at, and the connection goes on',
  async (path) => {
    const pool = new WirePool(server.port, 1);
    try {
      // Until the queues are known to be too long, it is read and refused for what it is.
      await expect
        .poll(
          async () => {
            const { response } = await send(pool, path);
            return [
              response?.status,
              response?.headers.get('retry-after'),
              JSON.parse(response?.body ?? '').code,
            ];
          },
          { timeout: 300_000 },
        )
        .toEqual([503, '2', 'engine_unavailable']);
      const bytes = Buffer.from('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
      expect((await pool.send({ method: 'GET', bytes })).response?.status).toBe(200);
      expect([pool.connectionsOpened, pool.strayBytes]).toEqual([1, 0]);
    } finally {
      pool.close();
    }
  },
);

test('who waits to be asked for the body is not', async () => {
  const pool = new WirePool(server.port, 1);
  try {
    await expect
      .poll(
        async () => {
          const { response, interim } = await send(pool, '/v1/translate', 'Expect: 100-continue');
          return [response?.status, interim];
        },
        { timeout: 300_000 },
      )
      .toEqual([503, 0]);
  } finally {
    pool.close();
  }
});

test('a bad key is still 401, and a team that has nothing waiting is served', async () => {
  const bad = await ask(greedy.replace(/.{5}$/, 'xxxxx'), 'hello', 'EN', 'DE');
  expect([bad.status, bad.body.code]).toEqual([401, 'unauthorized']);
  expect((await ask(other, 'hello', 'EN', 'DE')).status).toBe(200);
});

test('what was shed is in the metrics of the engine', async () => {
  const metrics = await (await fetch(`${server.opsUrl}/metrics`)).text();
  const shed = /^dragoman_engine_calls_total\{engine="remote",result="shed"\} (\d+)/m.exec(metrics)?.[1];
  expect(Number(shed)).toBeGreaterThan(0);
});
