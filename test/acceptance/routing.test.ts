/** Engines and routes by the configuration file: which engine answers, and what happens when it can't. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ProblemAnswer, translate } from '../support/api-client.ts';
import { dragomanJson, type Env, runDragoman } from '../support/command-line.ts';
import { expectInTime, sample } from '../support/long-form.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { openServer, type RunningServer, startServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let folder: string;
let key: string;
/** Short, since it is waited for, and many times what a call takes that is answered by an engine that has started. */
const deadlineMs = 20_000;
const base = (): Env => ({ DATABASE_URL: database.url, NODE_ENV: 'test' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-routing-'));
  key = (await createKey(base(), await createTeam(base()))).plain;
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function withConfig(content: string): Promise<Env> {
  const file = join(folder, `${files++}.yaml`);
  await writeFile(file, content);
  return { ...base(), DRAGOMAN_CONFIG: file };
}

/** A stub stands before Apertium. */
const stubFirst = `
engines:
  stub: { pairs: [en>es], behaviour: "on" }
  apertium: {}
`;

const house = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'ES' };

async function serve<T>(env: Env, work: (server: RunningServer) => Promise<T>): Promise<T> {
  const server = await openServer(env);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function usageByEngine(server: RunningServer): Promise<string> {
  const answer = await fetch(`${server.url}/v1/languages`, { headers: { authorization: `Bearer ${key}` } });
  const { pairs } = (await answer.json()) as {
    pairs: { source_lang: string; target_lang: string; engine: string }[];
  };
  return pairs.find((pair) => pair.source_lang === 'EN' && pair.target_lang === 'ES')?.engine ?? '';
}

test('engines serve in the order of the file, and a route can name another order', async () => {
  await serve(await withConfig(stubFirst), async (server) => {
    expect(await usageByEngine(server)).toBe('stub');
    expect((await translate(server.url, key, house)).body).toMatchObject({
      translations: [{ text: 'THE HOUSE IS BIG.' }],
    });
    const asked = await translate(server.url, key, { ...house, engine: 'apertium' });
    expect(asked.body, 'a call can ask for one of the engines').toMatchObject({
      translations: [{ text: 'La casa es grande.' }],
    });
    const unknown = await translate<ProblemAnswer>(server.url, key, { ...house, engine: 'deepl' });
    expect([unknown.status, unknown.body.code], 'and for no other').toEqual([400, 'invalid_request']);
  });
  const routed = `${stubFirst}routes:\n  - { from: en, to: es, engines: [apertium, stub] }\n`;
  await serve(await withConfig(routed), async (server) => {
    expect(await usageByEngine(server)).toBe('apertium');
    expect((await translate(server.url, key, house)).body).toMatchObject({
      translations: [{ text: 'La casa es grande.' }],
    });
  });
});

/** Ways to be no use, each with a pair that Apertium has as well, and with one that nobody else has. */
const useless = sample(
  [
    { name: 'fails', behaviour: 'errorRate=1', shared: 'en>es', alone: 'en>de' },
    { name: 'hangs', behaviour: 'hangRate=1', shared: 'es>en', alone: 'en>fi' },
    { name: 'gives one text too many', behaviour: 'wrongCountRate=1', shared: 'es>pt', alone: 'en>hu' },
    { name: 'gives broken Unicode', behaviour: 'brokenUnicodeRate=1', shared: 'pt>es', alone: 'en>pl' },
    { name: 'gives 100 MB', behaviour: 'tooLongRate=1', shared: 'es>ca', alone: 'en>tr' },
    { name: 'is too slow', behaviour: 'latencyMs=60000', shared: 'ca>es', alone: 'en>uk' },
  ],
  3,
);
/** It hangs too, and is found out by a flood. */
const flooded = { behaviour: 'hangRate=1', shared: 'es>it' };

const stubs = [...useless, { ...flooded, alone: 'en>el' }].map(
  ({ behaviour, shared, alone }, i) =>
    `  stub-${i}: { type: stub, pairs: [${shared}, ${alone}], behaviour: "${behaviour}" }\n`,
);

const callOf = (pair: string, text: string) => {
  const [source_lang, target_lang] = pair.toUpperCase().split('>');
  return { text: [text], source_lang, target_lang };
};

// One server for all of them, and all at once: what one engine does to its pairs must not reach the others'.
describe('a first engine that', () => {
  const word = 'Animal.';
  const known = new Map<string, string>();
  let server: RunningServer;
  /** A team whose every call is one that nobody can answer. */
  let unserved: string;

  beforeAll(async () => {
    const env = await withConfig(`engines:\n${stubs.join('')}  apertium: {}\n`);
    unserved = (await createKey(env, await createTeam(env))).plain;
    server = await openServer({
      ...env,
      DRAGOMAN_CACHE_MB: '0',
      DRAGOMAN_CALL_DEADLINE_MS: String(deadlineMs),
    });
    for (const { shared } of [...useless, flooded]) {
      // Its pipeline starts, however many calls that takes on a busy machine.
      const answer = await vi.waitFor(
        async () => {
          const given = await translate(server.url, key, { ...callOf(shared, word), engine: 'apertium' });
          expect(given.status).toBe(200);
          return given;
        },
        { timeout: 240_000, interval: 1_000 },
      );
      known.set(shared, answer.body.translations[0]?.text ?? 'no answer');
    }
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
  });

  test.concurrent.for(useless)(
    '$name is answered for by the second within the deadline',
    async ({ shared }) => {
      const started = performance.now();
      const answer = await translate(server.url, key, callOf(shared, word));
      expectInTime('the answer of the second engine', performance.now() - started, deadlineMs);
      expect(answer.body).toMatchObject({ translations: [{ text: known.get(shared) }], characters: 7 });
    },
  );

  test.concurrent.for(useless)(
    '$name, with no second one, is engine_unavailable, and free',
    async ({ alone }) => {
      const answer = await translate<ProblemAnswer>(server.url, unserved, callOf(alone, word));
      expect([answer.status, answer.body.code]).toEqual([503, 'engine_unavailable']);
      expect(await used(server, unserved)).toBe(0);
    },
  );

  test('hangs is left alone within seconds, and calls no longer wait for it', async () => {
    const call = callOf(flooded.shared, word);
    const flood = Array.from({ length: 8 }, () => translate(server.url, key, call));
    for (const { status } of await Promise.all(flood)) expect(status).toBe(200);
    const started = performance.now();
    expect((await translate(server.url, key, call)).status).toBe(200);
    expectInTime('a call past an engine that is left alone', performance.now() - started, 1_000);
    const metrics = async () => (await fetch(`${server.opsUrl}/metrics`)).text();
    const leftAlone = `dragoman_engine_pairs_left_alone{engine="stub-${useless.length}"} 1\n`;
    await expect.poll(metrics, { timeout: 120_000 }).toContain(leftAlone);
  });
});

async function used(server: RunningServer, ownKey: string): Promise<number> {
  const answer = await fetch(`${server.url}/v1/account`, { headers: { authorization: `Bearer ${ownKey}` } });
  return ((await answer.json()) as { quota_used: number }).quota_used;
}

test('a team may be held to some engines, in its own order', async () => {
  const env = await withConfig(stubFirst);
  const team = await createTeam(env);
  const own = (await createKey(env, team)).plain;
  await dragomanJson(['team', 'set-engines', team, '--engines', 'apertium'], env);
  await serve({ ...env, DRAGOMAN_AUTH_CACHE_MS: '0' }, async (server) => {
    expect((await translate(server.url, own, house)).body).toMatchObject({
      translations: [{ text: 'La casa es grande.' }],
    });
    const refused = await translate<ProblemAnswer>(server.url, own, { ...house, engine: 'stub' });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
    await dragomanJson(['team', 'set-engines', team, '--engines', 'stub,apertium'], env);
    expect((await translate(server.url, own, house)).body).toMatchObject({
      translations: [{ text: 'THE HOUSE IS BIG.' }],
    });
  });
  const unknown = await runDragoman(['team', 'set-engines', team, '--engines', 'deepl'], env);
  expect([unknown.code === 0, unknown.stderr]).toEqual([
    false,
    expect.stringContaining('Configured engines: stub, apertium'),
  ]);
});

describe('dragoman config check', () => {
  test('names every fault with its file and line, and what to do', async () => {
    const env = await withConfig('engines:\n  apertium:\n    pipelines: none\n');
    const failed = await runDragoman(['config', 'check'], env);
    expect(failed.code).not.toBe(0);
    expect(failed.stderr).toMatch(/\.yaml:3: engines\.apertium\.pipelines must be a whole number/);
    expect(failed.stderr).toContain('dragoman config check');
    await expect(startServer(env)).rejects.toThrow(/yaml:3/);
  });

  test('names the problems of the environment and of the file at once', async () => {
    const env = await withConfig('engins:\n  apertium:\n');
    const { code, stderr } = await runDragoman(['config', 'check'], {
      ...env,
      DRAGOMAN_PUBLIC_PORT: 'x',
      DRAGOMAN_LOG_LEVEL: 'loud',
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/DRAGOMAN_PUBLIC_PORT must be.*DRAGOMAN_LOG_LEVEL must be.*\.yaml:1: .*"engins"/s);
  });

  test('shows what it understood', async () => {
    const env = await withConfig(
      `${stubFirst}routes:\n  - { from: en, to: "*", engines: [apertium], pivot: false }\n`,
    );
    const { stdout } = await runDragoman(['config', 'check', '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({
      engines: [{ id: 'stub' }, { id: 'apertium' }],
      routes: [{ from: 'en', to: '*', engines: ['apertium'], pivot: false }],
    });
  });
});
