/** What a language model gets besides a text: its neighbours as context and its glossary terms, in texts and documents, over HTTP. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bearer, type ProblemAnswer, post, type TranslateAnswer } from '../support/api-client.ts';
import { documentsEnv, download, type FileToSend, upload, watch } from '../support/document-client.ts';
import { bold, paragraph, plain, wordFile } from '../support/documents/word-sample.ts';
import {
  type Body,
  completionOf,
  type EngineServer,
  serve,
  serverKey,
  startDeepl,
} from '../support/engine-servers.ts';
import { openTestPool } from '../support/pool.ts';
import { createKey, createTeam, setLimits } from '../support/seed.ts';
import { openServer, type RunningServer } from '../support/server-process.ts';
import { useTestDatabase } from '../support/test-database.ts';

interface Question {
  readonly context?: string;
  readonly glossary?: readonly { source: string; target: string }[];
  readonly texts: readonly { index: number; text: string }[];
}

const database = useTestDatabase();
const documents = documentsEnv();
let folder: string;
let model: EngineServer;
let deepl: EngineServer;
let env: Record<string, string>;
let server: RunningServer;
let team: string;
let key: string;
/** Requests to the model before the test. */
let before: number;

const outsideTags = (text: string, change: (words: string) => string) =>
  text.replaceAll(/<[^>]*>|&\w+;|[^<&]+/g, (part) => (/^[<&]/.test(part) ? part : change(part)));

/** Upper case, and a word of its own in place of "house". */
const answerTo = (text: string) =>
  outsideTags(text, (words) => words.toUpperCase().replaceAll('HOUSE', 'GEBÄUDE'));

const messageOf = ({ messages }: Body) => (messages as { content: string }[]).at(-1)?.content ?? '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-neighbours-'));
  deepl = await startDeepl();
  model = await serve((method, _path, body) => {
    if (method === 'GET') return { status: 200, body: {} };
    if (body.response_format !== undefined) {
      const { texts } = JSON.parse(messageOf(body)) as Question;
      return {
        status: 200,
        body: completionOf(texts.map(({ index, text }) => ({ index, text: answerTo(text) }))),
      };
    }
    const text = messageOf(body).split('\n\n').at(-1)?.replace('Text to translate:\n', '') ?? '';
    return { status: 200, body: completionOf([], {}, { content: answerTo(text) }) };
  });
  const config = join(folder, 'dragoman.yaml');
  const common = `type: openai, url: "${model.url}/v1", model: m, languages: [en, de]`;
  await writeFile(
    config,
    `engines:
  llm: { ${common}, context_segments: 2 }
  off: { ${common} }
  in-threes: { ${common}, context_segments: 1, texts_per_request: 3 }
  plain: { ${common}, template: plain, context_segments: 1 }
  deepl: { url: "${deepl.url}", key_env: ENGINE_KEY }
  apertium: {}
`,
  );
  env = {
    DATABASE_URL: database.url,
    DRAGOMAN_CONFIG: config,
    ENGINE_KEY: serverKey,
    ...documents.env,
  };
  server = await openServer(env);
});
afterAll(async () => {
  expect(await server?.stop()).toBe(0);
  await Promise.all([model, deepl].map((each) => each?.[Symbol.asyncDispose]()));
  await Promise.all([folder, documents.folder].map((each) => rm(each, { recursive: true })));
});
beforeEach(async () => {
  team = await createTeam(env);
  key = (await createKey(env, team)).plain;
  before = model.asked.length;
});

const ask = (text: string | string[], rest: object = {}, headers: Record<string, string> = {}) =>
  post<TranslateAnswer & ProblemAnswer>(
    `${server.url}/v1/translate`,
    { ...bearer(key), ...headers },
    JSON.stringify({ text: [text].flat(), source_lang: 'EN', target_lang: 'DE', engine: 'llm', ...rest }),
  );

const questions = () => model.asked.slice(before).map((body) => JSON.parse(messageOf(body)) as Question);

/** The context that went with each text. */
const contexts = () =>
  Object.fromEntries(
    questions().flatMap(({ context, texts }) => texts.map(({ text }) => [text, context] as const)),
  );

const sentences = { split_sentences: '1' };
const html = { tag_handling: 'html' };
const story = 'The bank is steep. We climb it. The river is below. Boats pass.';

describe('a text that is split', () => {
  test('reaches the model sentence by sentence, each with its neighbours and in a request of its own', async () => {
    const { body } = await ask(story, sentences);
    expect(body).toEqual({
      translations: [{ text: story.toUpperCase(), detected_source_language: 'EN' }],
      characters: story.length,
    });
    expect(questions().every(({ texts }) => texts.length === 1)).toBe(true);
    expect(contexts()).toEqual({
      'The bank is steep.': '[…]\nWe climb it.\nThe river is below.',
      'We climb it.': 'The bank is steep.\n[…]\nThe river is below.\nBoats pass.',
      'The river is below.': 'The bank is steep.\nWe climb it.\n[…]\nBoats pass.',
      'Boats pass.': 'We climb it.\nThe river is below.\n[…]',
    });
  });

  test('keeps the context of the call, in front of its neighbours', async () => {
    await ask('One house. Two boats.', { ...sentences, context: 'A travel guide.' });
    expect(contexts()).toEqual({
      'One house.': 'A travel guide.\n\n[…]\nTwo boats.',
      'Two boats.': 'A travel guide.\n\nOne house.\n[…]',
    });
  });

  test('gives only plain words to its neighbours: no tags, placeholders, or words that stay', async () => {
    const text =
      '<p>Write to <b>{name}</b> at a@b.example.</p><p>Ask for <i translate="no">Bluebird</i> &amp; wait.</p><p>Go.</p>';
    const { body } = await ask(text, html);
    expect(body.translations[0]?.text).toContain('<i translate="no">Bluebird</i> &amp; WAIT.');
    const sent = questions().map(({ context }) => context);
    expect(new Set(sent)).toEqual(
      new Set([
        '[…]\nAsk for … & wait.\nGo.',
        'Write to … at ….\n[…]\nGo.',
        'Write to … at ….\nAsk for … & wait.\n[…]',
      ]),
    );
    expect(JSON.stringify(model.asked.slice(before))).not.toMatch(/Bluebird|\{name\}|a@b/);
  });

  test('that is one sentence has no context, and other texts of the call are none', async () => {
    await ask(['One house.', 'Two boats.'], sentences);
    expect(contexts()).toEqual({ 'One house.': undefined, 'Two boats.': undefined });
  });
});

test('several texts of a request are a section, with the neighbours of the section', async () => {
  const text = 'One. Two. Three. Four. Five. Six. Seven.';
  const { body } = await ask(text, { ...sentences, engine: 'in-threes' });
  expect(body.translations[0]?.text).toBe(text.toUpperCase());
  const asked = questions().map(({ context, texts }) => [texts.map((each) => each.text).join(' '), context]);
  expect(Object.fromEntries(asked)).toEqual({
    'One. Two. Three.': '[…]\nFour.',
    'Four. Five. Six.': 'Three.\n[…]\nSeven.',
    'Seven.': 'Six.\n[…]',
  });
});

describe('engines without the setting', () => {
  test('of the same type get each text alone', async () => {
    await ask(story, { ...sentences, engine: 'off' });
    expect(Object.values(contexts())).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('get all texts in one request where they take several', async () => {
    await ask(story, { ...sentences, engine: 'deepl' });
    expect(deepl.asked.at(-1)).toEqual({
      text: story.split(/(?<=\.) /),
      source_lang: 'EN',
      target_lang: 'DE',
    });
  });

  test('translate as before: Apertium', async () => {
    const rest = { ...sentences, engine: 'apertium', target_lang: 'ES' };
    const { body } = await ask('The house is big. Good morning.', rest);
    expect(body.translations[0]?.text).toBe('La casa es grande. Buenos días.');
    expect(questions()).toEqual([]);
  });
});

describe('glossary terms', () => {
  const glossary = { entries: { house: 'Wohnhaus', boat: 'Kahn', 'not here': 'nirgends' } };

  test('go with the sentences that have them, and come back exactly, whatever the model writes for them', async () => {
    const text = 'The House is old. Rent a boat, a boat & a house. Done.';
    const { body } = await ask(text, { ...sentences, glossary, show_glossary_terms: true });
    expect(body.translations[0]?.text).toBe('THE Wohnhaus IS OLD. RENT A Kahn, A Kahn & A Wohnhaus. DONE.');
    expect(body.translations[0]).toMatchObject({ glossary_terms: { length: 4 } });
    const byText = Object.fromEntries(questions().map((each) => [each.texts[0]?.text, each]));
    expect(byText['The <b id="0">House</b> is old.']).toMatchObject({
      context: '[…]\nRent a boat, a boat & a house.\nDone.',
      glossary: [{ source: 'House', target: 'Wohnhaus' }],
    });
    expect(
      byText['Rent a <b id="0">boat</b>, a <b id="1">boat</b> &amp; a <b id="2">house</b>.'],
    ).toMatchObject({
      context: 'The House is old.\n[…]\nDone.',
      glossary: [
        { source: 'boat', target: 'Kahn' },
        { source: 'house', target: 'Wohnhaus' },
      ],
    });
    expect(byText['Done.']).not.toHaveProperty('glossary');
  });

  test('need no neighbours, and never mix in the cache', async () => {
    const askFor = (target: string) =>
      ask('The house is old.', { engine: 'off', glossary: { entries: { house: target } } });
    for (const target of ['Wohnhaus', 'Heim', 'Wohnhaus', 'Heim']) {
      const { body } = await askFor(target);
      expect(body.translations[0]?.text).toBe(`THE ${target} IS OLD.`);
    }
    expect(questions().map(({ glossary: terms }) => terms?.[0]?.target)).toEqual(['Wohnhaus', 'Heim']);
  });

  test('stay hidden from a model that is not trusted with tags', async () => {
    const { body } = await ask('The house is old.', { engine: 'plain', glossary });
    expect(body.translations[0]?.text).toBe('THE Wohnhaus IS OLD.');
    expect(model.asked.slice(before).map(messageOf)).toEqual([
      'Translate the following text from English to German. Output only the translation.\n\nThe XQ0Q is old.',
    ]);
  });

  test('that a model loses are put into their place by pieces', async () => {
    model.misbehave = (request, _response, body) => {
      if (request.method !== 'POST') return undefined;
      const { texts } = JSON.parse(messageOf(body)) as Question;
      const translations = texts.map(({ index, text }) => ({
        index,
        text: text.replaceAll(/<[^>]*>/g, '').toUpperCase(),
      }));
      return { status: 200, body: completionOf(translations) };
    };
    const { body } = await ask('The house is old. Done.', { ...sentences, glossary });
    model.misbehave = undefined;
    expect(body.translations[0]?.text).toBe('THE Wohnhaus IS OLD. DONE.');
  });
});

describe('the cache', () => {
  test('has a translation for its own neighbours alone', async () => {
    const askTwice = async (text: string) => {
      const start = model.asked.length;
      await ask(text, sentences);
      return model.asked.length - start;
    };
    expect(await askTwice('It is old. The bank is closed. We leave.')).toBe(3);
    expect(await askTwice('It is old. The bank is closed. We leave.')).toBe(0);
    // All three have a neighbour that changed.
    expect(await askTwice('It is wet. The bank is closed. We leave.')).toBe(3);
    // The first sentence still has the same two neighbours.
    expect(await askTwice('It is old. The bank is closed. We leave. A. B.')).toBe(4);
    // Without neighbours it is another text.
    expect(await askTwice('The bank is closed.')).toBe(1);
  });

  test('is as before for engines without the setting', async () => {
    await ask('One boat. Two boats.', { ...sentences, engine: 'off' });
    await ask('No boat. Two boats.', { ...sentences, engine: 'off' });
    expect(questions().map(({ texts }) => texts[0]?.text)).toEqual(['One boat.', 'Two boats.', 'No boat.']);
  });
});

describe('the characters per minute', () => {
  const left = async (rest: object) => {
    const { headers } = await ask(story, { ...sentences, ...rest }, { 'cache-control': 'no-store' });
    return Number(/"characters";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  };

  test('count neighbours with each sentence, for the engines that get them', async () => {
    // Slow enough that hardly any come back meanwhile.
    await setLimits(env, team, { charactersPerMinute: 60 });
    const full = await left({ engine: 'off' });
    const afterOff = await left({ engine: 'off' });
    const afterLlm = await left({});
    const sent = Object.values(contexts()).reduce((sum, context) => sum + (context?.length ?? 0), 0);
    expect(sent).toBeGreaterThan(100);
    expect(full - afterOff).toBeLessThanOrEqual(story.length);
    expect(afterOff - afterLlm).toBeGreaterThan(story.length);
    expect(afterOff - afterLlm).toBeLessThanOrEqual(story.length + sent);
  });

  test('count none for a team that may not use such an engine', async () => {
    const db = openTestPool(database.url);
    await db.query("UPDATE teams SET engines = '{off}' WHERE id = $1", [team]);
    await db.end();
    await setLimits(env, team, { charactersPerMinute: 6_000 });
    const markup = { engine: undefined, tag_handling: 'html' };
    const first = await left(markup);
    expect(first - (await left(markup))).toBeLessThanOrEqual(story.length);
    expect(Object.values(contexts())).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('refuse a text that could never be sent with all its neighbours, and no model gets any of it', async () => {
    await setLimits(env, team, { charactersPerMinute: 6_000 });
    const text = Array.from({ length: 60 }, (_, n) => `${'Word '.repeat(190)}${n}.`).join(' ');
    const refused = await ask(text, sentences);
    expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large']);
    expect(questions()).toEqual([]);
    expect((await ask(text, { ...sentences, engine: 'off' })).status).toBe(200);
  });
});

describe('a document', () => {
  const translateFile = async (file: FileToSend, members: Record<string, string> = {}) => {
    const address = `${server.url}/v1/documents`;
    const { status, body } = await upload(address, key, file, {
      target_lang: 'DE',
      source_lang: 'EN',
      ...members,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const seen = await watch(`${address}/${body.id}`, key);
    expect(seen.at(-1)).toMatchObject({ state: 'done' });
    const { content } = await download(`${address}/${body.id}/result`, key);
    return { content, characters: body.characters };
  };

  test('has its headings and paragraphs as neighbours, across all the chunks in which it is translated', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => (n % 20 === 0 ? `# Part ${n}` : `Line number ${n}.`));
    const { content, characters } = await translateFile({ name: 'guide.txt', content: lines.join('\n\n') });
    expect(content.toString()).toBe(lines.join('\n\n').toUpperCase());
    const sent = contexts();
    expect(Object.keys(sent)).toHaveLength(60);
    // The second chunk begins with the fifty-first unit.
    expect(sent['Line number 49.']).toBe(
      'Line number 47.\nLine number 48.\n[…]\nLine number 50.\nLine number 51.',
    );
    expect(sent['Line number 50.']).toBe(
      'Line number 48.\nLine number 49.\n[…]\nLine number 51.\nLine number 52.',
    );
    expect(sent['Line number 59.']).toBe('Line number 57.\nLine number 58.\n[…]');
    expect(characters).toBe(Object.keys(sent).join('').length);
  });

  test('of Word gives the words of its paragraphs, without their formatting', async () => {
    const content = new Uint8Array(
      wordFile(
        paragraph(plain('The ') + bold('old') + plain(' house.')) +
          paragraph(plain('Ask {name}.')) +
          paragraph(plain('A new ') + bold('boat') + plain('.')),
      ),
    );
    await translateFile({ name: 'letter.docx', content });
    const sent = questions().map(({ context, texts }) => [texts[0]?.text, context]);
    // The words of its header and footnotes follow.
    expect(sent.find(([text]) => text?.startsWith('Ask'))?.[1]).toMatch(
      /^The old house\.\n\[…\]\nA new boat\.\n\w/,
    );
    expect(sent.find(([text]) => text?.startsWith('A new'))?.[1]).toMatch(
      /^The old house\.\nAsk …\.\n\[…\]\n\w/,
    );
    expect(sent.map(([, context]) => context).join()).not.toMatch(/[<>{}]|XQ/);
  });
});
