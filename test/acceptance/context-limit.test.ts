/**
 * What engines are sent of texts and of the context that goes with each of them, against the characters per minute of the
 * team: counted by the engines' servers. The tests only speak HTTP.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bearer, type ProblemAnswer, post, type TranslateAnswer } from '../support/api-client.ts';
import {
  type EngineServer,
  serverKey,
  startDeepl,
  startOpenai,
  textsAsked,
} from '../support/engine-servers.ts';
import { createKey, createTeam, setLimits } from '../support/seed.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let folder: string;
let deepl: EngineServer;
let openai: EngineServer;
let env: Record<string, string>;
let server: RunningServer;
let team: string;
let key: string;
let before: { deepl: number; openai: number };

/** A minute's worth, and what comes back of it in a minute more than a test takes. */
const charactersPerMinute = 1_000_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-context-'));
  [deepl, openai] = await Promise.all([startDeepl(), startOpenai()]);
  const config = join(folder, 'dragoman.yaml');
  await writeFile(
    config,
    `engines:
  deepl: { url: "${deepl.url}", key_env: ENGINE_KEY }
  llm: { type: openai, url: "${openai.url}/v1", key_env: ENGINE_KEY, model: test-model, languages: [en, de] }
  llm-in-tens:
    type: openai
    url: "${openai.url}/v1"
    key_env: ENGINE_KEY
    model: test-model
    languages: [en, de]
    texts_per_request: 10
`,
  );
  env = { DATABASE_URL: database.url, DRAGOMAN_CONFIG: config, ENGINE_KEY: serverKey };
  server = await openServer(env);
});
afterAll(async () => {
  expect(await server?.stop()).toBe(0);
  await Promise.all([deepl, openai].map((each) => each?.[Symbol.asyncDispose]()));
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  team = await createTeam(env);
  await setLimits(env, team, { charactersPerMinute });
  key = (await createKey(env, team)).plain;
  before = { deepl: sentToDeepl(), openai: sentToOpenai() };
});

const context = 'The sea is calm tonight. '.repeat(640);
const textsOf = (count: number) => Array.from({ length: count }, (_, n) => `A${n}`);

const ask = (text: readonly string[], rest: object = {}) =>
  post<TranslateAnswer & ProblemAnswer>(
    `${server.url}/v1/translate`,
    { ...bearer(key), 'cache-control': 'no-store' },
    JSON.stringify({ text, source_lang: 'EN', target_lang: 'DE', engine: 'llm', context, ...rest }),
  );

function sentToOpenai(): number {
  const asked = openai.asked as { messages: { role: string; content: string }[] }[];
  return asked.reduce((sum, { messages }) => {
    const user = JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '{}') as {
      context?: string;
    };
    const texts = textsAsked(messages).map(({ text }) => text);
    return sum + (user.context ?? '').length + texts.join('').length;
  }, 0);
}

function sentToDeepl(): number {
  const asked = deepl.asked as { text: string[]; context?: string }[];
  return asked.reduce((sum, body) => sum + (body.context ?? '').length + body.text.join('').length, 0);
}

const sent = () => ({ deepl: sentToDeepl() - before.deepl, openai: sentToOpenai() - before.openai });

test('200 texts with 16,000 characters of context are more than a minute’s worth: 413, and no engine gets any', async () => {
  expect(context.length).toBe(16_000);
  const answer = await ask(textsOf(200));
  expect([answer.status, answer.body.code]).toEqual([413, 'payload_too_large']);
  expect(answer.body.detail).toMatch(/3200690.*1000000.*fewer texts/);
  expect(sent()).toEqual({ deepl: 0, openai: 0 });
});

test('whatever a team sends in turn, texts and contexts together stay within its characters per minute', async () => {
  const startedAt = performance.now();
  const answers = [];
  for (let n = 0; n < 12; n++) answers.push(await ask(textsOf(20)));
  const minutes = (performance.now() - startedAt) / 60_000;
  const endings = new Set(answers.map(({ status, body }) => (status === 200 ? '200' : body.code)));
  expect(endings).toEqual(new Set(['200', 'rate_limited']));
  expect(sent().openai).toBeLessThanOrEqual(charactersPerMinute * (1 + minutes));
  // It costs what the texts cost, and says when there is room again.
  expect(answers[0]?.body.characters).toBe(textsOf(20).join('').length);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused?.headers.get('ratelimit')).toMatch(/"characters";r=\d+/);
});

test.each([
  { parts: 'sentences', text: 'A. '.repeat(30), rest: { split_sentences: '1' } },
  { parts: 'paragraphs', text: '<p>Aa</p>'.repeat(30), rest: { tag_handling: 'html' } },
  {
    parts: 'branches',
    text: `{n, plural, ${Array.from({ length: 30 }, (_, n) => `=${n} {A house}`).join(' ')} other {Houses}}`,
    rest: {},
  },
])('one text in thirty $parts counts the context with each of them', async ({ text, rest }) => {
  const startedAt = performance.now();
  const { status, headers } = await ask([text], rest);
  const minutes = (performance.now() - startedAt) / 60_000;
  expect(status).toBe(200);
  expect(sent().openai).toBeGreaterThan(30 * context.length);
  // What is left of the minute's worth, and what came back of it while the call took its time.
  const left = Number(/"characters";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  expect(left).toBeLessThanOrEqual(charactersPerMinute * (1 + minutes) - 30 * context.length);
});

test('an answer that has to be asked for again in pieces sends the context no more often', async () => {
  // Every placeholder is lost, so the words around them are asked for one by one.
  openai.misbehave = (_request, _response, body) => {
    const { messages } = body as { messages: { role: string; content: string }[] };
    if (messages === undefined) return undefined;
    const translations = textsAsked(messages).map(({ index }) => ({ index, text: 'Das Haus' }));
    const content = JSON.stringify({ translations });
    return {
      status: 200,
      body: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] },
    };
  };
  await ask([Array.from({ length: 40 }, (_, n) => `A house {name_${n}}`).join(' ')]);
  openai.misbehave = undefined;
  expect(sent().openai).toBeGreaterThan(context.length);
  expect(sent().openai).toBeLessThan(2 * context.length);
});

test('texts that share a request share its context', async () => {
  const characters = textsOf(20).join('').length;
  expect((await ask(textsOf(20), { engine: 'deepl' })).status).toBe(200);
  expect(sent().deepl).toBe(context.length + characters);
  expect((await ask(textsOf(20), { engine: 'llm-in-tens' })).status).toBe(200);
  expect(sent().openai).toBe(2 * context.length + characters);
});

test('a model that is cut off, and asked in halves, gets the context at most once for each text', async () => {
  openai.misbehave = (_request, _response, body) => {
    const { messages } = body as { messages?: { role: string; content: string }[] };
    if (messages === undefined || textsAsked(messages).length === 1) return undefined;
    return { status: 200, body: { choices: [{ finish_reason: 'length', message: {} }] } };
  };
  expect((await ask(textsOf(10), { engine: 'llm-in-tens' })).status).toBe(200);
  openai.misbehave = undefined;
  expect(Math.floor(sent().openai / context.length)).toBe(10);
});

test('a context that no engine uses counts as well, and one that is empty does not', async () => {
  const left = async (rest: object) => {
    const { headers } = await ask(['Aa'], rest);
    return Number(/"characters";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  };
  const full = await left({ context: '' });
  expect(full).toBeGreaterThan(charactersPerMinute - 10);
  expect(full - (await left({ target_lang: 'EN' }))).toBeGreaterThan(context.length / 2);
});
