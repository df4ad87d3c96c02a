/** An HTTP engine that one team keeps busy: the others are served, and nobody takes a busy server for a dead one. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, type ProblemAnswer, translate } from '../support/api-client.ts';
import { type EngineServer, serverKey, startLibretranslate } from '../support/engine-servers.ts';
import { createKey, createTeamForLoad } from '../support/seed.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let folder: string;
let engine: EngineServer;
let server: RunningServer;
const targets = ['DE', 'ZH'];
let [greedy, other] = ['', ''];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-busy-'));
  engine = await startLibretranslate();
  const file = join(folder, 'dragoman.yaml');
  await writeFile(
    file,
    `engines:
  remote: { type: libretranslate, url: "${engine.url}", key_env: KEY_OF_THE_ENGINE }
`,
  );
  const env = {
    DATABASE_URL: database.url,
    DRAGOMAN_CONFIG: file,
    DRAGOMAN_CACHE_MB: '0',
    KEY_OF_THE_ENGINE: serverKey,
  };
  [greedy = '', other = ''] = await Promise.all(
    [0, 1].map(async () => (await createKey(env, await createTeamForLoad(env))).plain),
  );
  server = await openServer(env);
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await engine[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const ask = (key: string, text: string, target_lang: string) =>
  translate<ProblemAnswer>(server.url, key, { text: [text], source_lang: 'EN', target_lang });

test('a team that keeps a server busy leaves room for others, and the server is not taken for dead', async () => {
  const held: ServerResponse[] = [];
  let isOpen = false;
  // It takes what it is asked and answers nobody, about its health neither; but for the other team.
  engine.misbehave = (request, response, body) => {
    const isSlow = request.method === 'GET' || JSON.stringify(body).includes('slow');
    if (!isSlow || isOpen) return undefined;
    if (request.method === 'POST') held.push(response);
    return 'handled';
  };
  const slow = Array.from({ length: 40 }, (_, i) => ask(greedy, `slow ${i}`, targets[i % 2] ?? ''));
  await expect.poll(() => held.length, { timeout: 120_000 }).toBe(6);
  // Long enough for two probes, which get no answer.
  const until = performance.now() + 5_000;
  while (performance.now() < until) {
    for (const target of targets) expect((await ask(other, 'quick', target)).status).toBe(200);
    await delay(50);
  }
  expect(held.length).toBe(6);
  expect((await call(`${server.opsUrl}/ready`)).status).toBe(200);
  isOpen = true;
  for (const response of held) response.destroy();
  const statuses = (await Promise.all(slow)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
