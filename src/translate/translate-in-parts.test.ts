import { expect, test } from 'vitest';
import type { Engine } from '../engines/engine.ts';
import { countCodePoints } from '../lib/code-points.ts';
import { createTranslator } from './create-translator.ts';
import { EngineSupervisor } from './supervision/engine-supervisor.ts';
import type { TranslatedPart, TranslationRequest } from './translator.ts';

const features = { formality: false, glossary: false, markup: false };

interface Asked {
  readonly text: string;
  answer(): void;
  fail(): void;
}

/** An engine that answers in upper case, at once or when the test says so. */
function openTranslator(isHeld = false) {
  const asked: Asked[] = [];
  const engine: Engine = {
    id: 'loud',
    version: '1',
    capacity: { batchesAtOnce: 20, textsPerBatch: 1, charactersPerBatch: 10_000, stallMs: 60_000 },
    pairs: () => [
      { source: 'en', target: 'de', features },
      { source: 'ja', target: 'en', features },
    ],
    translate: ({ texts }) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>();
      const answer = () => resolve(texts.map((text) => text.toUpperCase()));
      asked.push({ text: texts[0] ?? '', answer, fail: () => reject(new Error('the engine fails')) });
      if (!isHeld) answer();
      return promise;
    },
    health: async () => ({ healthy: true, detail: '' }),
    close: async () => {},
  };
  const translator = createTranslator({ engines: [engine], supervisor: new EngineSupervisor() });
  const open = async (texts: readonly string[], more: Partial<TranslationRequest> = {}) => {
    const request = { texts, sourceLang: 'en', targetLang: 'de', inParts: true, ...more };
    const prepared = await translator.prepare(request, { teamId: 'team' });
    if (!prepared.ok) throw new Error(prepared.problem.detail);
    const signal = new AbortController().signal;
    const opened = await translator.openParts(prepared, {
      teamId: 'team',
      deadlineMs: Date.now() + 600_000,
      signal,
    });
    if (!opened.ok) throw new Error(opened.problem.detail);
    return opened;
  };
  return { asked, open };
}

async function partsOf(texts: readonly string[], more: Partial<TranslationRequest> = {}) {
  const parts: TranslatedPart[] = [];
  const opened = await openTranslator().open(texts, more);
  for await (const part of opened.parts) parts.push(part);
  return { parts, summary: await opened.summarize(parts) };
}

const sentence = (number: number, words = 40) => `Sentence ${number} has ${'many '.repeat(words)}words.`;
const long = (sentences: number, between = ' ') =>
  Array.from({ length: sentences }, (_, i) => sentence(i, 100)).join(between);

test('joined, the parts are the whole translation, and cost what the texts cost', async () => {
  const texts = [long(5), '', '  \n', 'Short. 🏠 Text.', `🏠 ${long(3, '\n\n')}\n`];
  const { parts, summary } = await partsOf(texts);
  expect(summary.translations.map(({ text }) => text)).toEqual(texts.map((text) => text.toUpperCase()));
  expect(summary.translations.map(({ characters }) => characters)).toEqual(texts.map(countCodePoints));
  expect(parts.map(({ index }) => index)).toEqual([0, 0, 0, 0, 0, 1, 2, 3, 4, 4, 4]);
  expect(parts.filter(({ isFirst }) => isFirst).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  expect(summary.translations.map(({ engine }) => engine)).toEqual(['loud', 'none', 'loud', 'loud', 'loud']);
});

test('the first part of a text is short, the others have several sentences, and none ends inside a sentence', async () => {
  const text = Array.from({ length: 40 }, (_, i) => sentence(i, 10)).join(' ');
  const { parts } = await partsOf([text]);
  const lengths = parts.map(({ characters }) => characters);
  expect(lengths[0]).toBeLessThan(200);
  for (const length of lengths.slice(1, -1)) expect(length).toBeGreaterThanOrEqual(500);
  for (const part of parts) expect(part.text.trimEnd()).toMatch(/WORDS\.$/);
});

test('a line break in a paragraph is no end, an empty line is one', async () => {
  const wrapped = `${'word '.repeat(30)}\n${'word '.repeat(150)}`;
  expect((await partsOf([wrapped])).parts).toHaveLength(1);
  const { parts } = await partsOf([wrapped.replace('\n', '\n\n')]);
  expect(parts.map(({ text }) => text.trim().length)).toEqual([30 * 5 - 1, 150 * 5 - 1]);
});

test('a placeholder is never split, and a text with markup is one part', async () => {
  const sentences = 'One is here. '.repeat(60);
  const message = `{count, plural, one {${sentences}} other {${sentences}}}`;
  const { parts, summary } = await partsOf([`${long(2)} ${message}`]);
  expect(summary.translations[0]?.text).toContain('{count, plural, one {');
  expect(summary.translations[0]?.characters).toBe(`${long(2)} ${message}`.length);
  expect(parts.length).toBeGreaterThan(1);
  expect((await partsOf([`<p>${long(4)}</p>`], { markup: { format: 'html' } })).parts).toHaveLength(1);
});

test('between two parts stands what the target language needs there', async () => {
  const text = '彼は毎日とても長い本を図書館で静かに読んでいます。'.repeat(30);
  const { parts } = await partsOf([text], { sourceLang: 'ja', targetLang: 'en' });
  expect(parts.length).toBeGreaterThan(1);
  expect(parts[1]?.text).toMatch(/^ /);
});

test('parts come in order, however late the engine answers, and only a few are asked for ahead', async () => {
  const { asked, open } = openTranslator(true);
  const { parts } = await open([long(10)]);
  const first = parts.next();
  await expect.poll(() => asked.length).toBe(4);
  for (const { answer } of asked.slice(1)) answer();
  asked[0]?.answer();
  expect((await first).value?.text).toContain('SENTENCE 0 ');
  // Nothing more is asked for until the reader wants the next part.
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toHaveLength(4);
  expect((await parts.next()).value?.text).toContain('SENTENCE 1 ');
  await expect.poll(() => asked.length).toBe(5);
});

test('what was translated before the engine failed is still sent', async () => {
  const { asked, open } = openTranslator(true);
  const { parts } = await open([long(3)]);
  const first = parts.next();
  await expect.poll(() => asked.length).toBe(3);
  asked[0]?.answer();
  asked[1]?.fail();
  expect((await first).value?.text).toContain('SENTENCE 0 ');
  await expect(parts.next()).rejects.toThrow();
});
