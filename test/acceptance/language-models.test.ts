/** A language model as an engine of an installation, by `dragoman.yaml` and over HTTP. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bearer, call, translate } from '../support/api-client.ts';
import { type Body, type EngineServer, serve, translated } from '../support/engine-servers.ts';
import { createKey, createTeam } from '../support/seed.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

const database = useTestDatabase();
let folder: string;
let model: EngineServer;
let server: RunningServer;
let key: string;

/** The text is what stands behind the last empty line, or in the only part of the content. */
const textIn = ({ messages }: Body) => {
  const [{ content }] = messages as [{ content: string | [{ text: string }] }];
  if (typeof content !== 'string') return content[0].text;
  return (content.split('\n\n').at(-1) ?? '').replace('Text to translate:\n', '');
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-models-'));
  model = await serve((method, _path, body) => {
    if (method === 'GET') return { status: 200, body: {} };
    const message = { content: translated(textIn(body)) };
    return { status: 200, body: { choices: [{ finish_reason: 'stop', message }] } };
  });
  const config = join(folder, 'dragoman.yaml');
  const common = `type: openai, url: "${model.url}/v1", model: test-model`;
  await writeFile(
    config,
    `engines:
  llm: { ${common}, template: plain, pairs: [en-de, en-eo], connections: 3 }
  with-tags: { ${common}, template: plain, languages: [en, de], markup: true }
  gemma: { ${common}, template: translategemma, languages: [en, de] }
  stub: { pairs: ["en>eo"] }
`,
  );
  const env = {
    DATABASE_URL: database.url,
    DRAGOMAN_CONFIG: config,
    DRAGOMAN_STUB_ENGINE: 'on',
    DRAGOMAN_CACHE_MB: '0',
  };
  key = (await createKey(env, await createTeam(env))).plain;
  server = await openServer(env);
});
afterAll(async () => {
  expect(await server?.stop()).toBe(0);
  await model?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});
afterEach(() => {
  model.misbehave = undefined;
});

const ask = (text: string | string[], rest: object = {}) =>
  translate(server.url, key, { text: [text].flat(), source_lang: 'EN', target_lang: 'DE', ...rest });

/** How often the model was asked meanwhile. */
async function asking<T>(work: () => Promise<T>): Promise<[number, T]> {
  const before = model.asked.length;
  const result = await work();
  return [model.asked.length - before, result];
}

const busy = (headers: Record<string, string>) => ({ status: 429, body: {}, headers });

test('a model whose server is busy for a moment is asked again', async () => {
  const before = model.asked.length;
  model.misbehave = (request) =>
    request.method === 'POST' && model.asked.length - before < 3 ? busy({ 'retry-after': '0' }) : undefined;
  const [count, { body }] = await asking(() => ask('One more time.', { target_lang: 'EO' }));
  expect(body.translations[0]?.text).toBe('ONE MORE TIME.');
  expect(count).toBe(3);
});

test('a model whose server is busy for longer than the call has is asked once, and the next engine answers', async () => {
  model.misbehave = (request) => (request.method === 'POST' ? busy({ 'retry-after': '60' }) : undefined);
  const [count, { status, body }] = await asking(() => ask('The next one.', { target_lang: 'EO' }));
  expect([status, body.translations[0]?.text]).toEqual([200, 'THE NEXT ONE.']);
  expect(count).toBe(1);
});

test('a text that the model refuses is left to the next engine, or untranslated, and other texts are translated', async () => {
  const refused = 'Nobody may read this.';
  model.misbehave = (_request, _response, body) =>
    'messages' in body && refused.includes(textIn(body))
      ? { status: 200, body: { choices: [{ message: { content: null, refusal: 'I cannot.' } }] } }
      : undefined;
  const texts = ['The first one.', refused];
  // Often enough to open a circuit breaker, if it were a failure of the engine.
  for (let n = 0; n < 5; n++) {
    const { status, body } = await ask(texts, { engine: 'llm' });
    expect([status, body.translations.map(({ text }) => text)]).toEqual([200, ['THE FIRST ONE.', refused]]);
    expect(body.warnings?.map(({ code }) => code)).toEqual(['partly_translated']);
  }
  const { body } = await ask(texts, { target_lang: 'EO' });
  expect(body.translations.map(({ text }) => text)).toEqual(['THE FIRST ONE.', 'NOBODY MAY READ THIS.']);
  expect(body.warnings ?? []).toEqual([]);
});

test('a model that writes half a character has not translated the text: the next engine does', async () => {
  model.misbehave = (request) =>
    request.method === 'POST'
      ? { status: 200, body: { choices: [{ finish_reason: 'stop', message: { content: 'DIE H\ufffd' } }] } }
      : undefined;
  const { body } = await ask('The houses.', { target_lang: 'EO' });
  expect(body.translations.map(({ text }) => text)).toEqual(['THE HOUSES.']);
});

test('as many requests run at once as there are connections, three quarters of them for one team', async () => {
  let [now, most] = [0, 0];
  model.misbehave = (request, response, body) => {
    if (request.method !== 'POST') return undefined;
    most = Math.max(most, ++now);
    setTimeout(() => {
      now--;
      const message = { content: translated(textIn(body)) };
      response.end(JSON.stringify({ choices: [{ finish_reason: 'stop', message }] }));
    }, 30);
    return 'handled';
  };
  const texts = Array.from({ length: 20 }, (_, n) => `Number ${n} of many.`);
  const { body } = await ask(texts, { engine: 'llm' });
  expect(body.translations.map(({ text }) => text)).toEqual(texts.map(translated));
  expect(most).toBe(2);
});

test('a model that is not trusted with tags gets none, and one that is gets them as HTML', async () => {
  const tagged = { tag_handling: 'html' };
  const text = 'The <b>old</b> house.';
  const { body } = await ask(text, { ...tagged, engine: 'llm' });
  expect(body.translations[0]?.text).toBe('THE <b>OLD</b> HOUSE.');
  expect(textIn(model.asked.at(-1) ?? {})).not.toMatch(/[<>]/);
  await ask(text, { ...tagged, engine: 'with-tags' });
  const asked = model.asked.map(textIn);
  expect(asked).toContain('The <b id="0">old</b> house.');
});

test('the languages show the pairs of each model, and what it supports', async () => {
  const { body } = await call<{ pairs: { source_lang: string; target_lang: string; engine: string }[] }>(
    `${server.url}/v1/languages`,
    { headers: bearer(key) },
  );
  const pairs = body.pairs.map((pair) => `${pair.source_lang}>${pair.target_lang} ${pair.engine}`);
  expect(pairs).toContain('EN>DE llm');
  // Only those that are named.
  expect(pairs).toContain('DE>EN with-tags');
});

test('a model without a place for formality is not told of it, and the answer says so', async () => {
  const { body } = await ask('Good day.', { engine: 'gemma', formality: 'more', context: 'A letter.' });
  expect(body.warnings).toEqual([expect.objectContaining({ code: 'formality_not_supported' })]);
  expect(JSON.stringify(model.asked.at(-1))).not.toContain('letter');
  await ask('Good day.', { engine: 'llm', formality: 'more', context: 'A letter.' });
  expect(JSON.stringify(model.asked.at(-1))).toMatch(/formally.*A letter/);
});

test('a long text reaches a model with a short context in parts', async () => {
  const sentence = 'The old house at the end of the street has a garden. ';
  const text = sentence.repeat(60).trim();
  const [count, { body }] = await asking(() => ask(text, { engine: 'gemma' }));
  expect(body.translations[0]?.text).toBe(translated(text));
  expect(count).toBeGreaterThan(3);
  expect(Math.max(...model.asked.slice(-count).map((each) => textIn(each).length))).toBeLessThanOrEqual(
    1_000,
  );
});
