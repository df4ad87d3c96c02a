import { expect, test } from 'vitest';
import { refused } from '../../lib/outcome.ts';
import { createLogger } from '../../observability/logger.ts';
import type { PreparedRequest, Translator } from '../../translate/translator.ts';
import { type Warning, warn } from '../../translate/warnings.ts';
import { aroundChunk, chunksOf, translateUnits } from './translate-in-chunks.ts';

const unit = (length: number) => ({ text: 'x'.repeat(length), characters: length });

test('a chunk has fifty units or 20,000 characters at most, and all units are in one, in order', () => {
  const small = Array.from({ length: 120 }, (_, i) => unit(i + 1));
  const chunks = [...chunksOf(small)];
  expect(chunks.map((chunk) => chunk.length)).toEqual([50, 50, 20]);
  expect(chunks.flat()).toEqual(small);
  expect(
    [...chunksOf([unit(15_000), unit(6_000), unit(30_000), unit(1)])].map((chunk) => chunk.length),
  ).toEqual([1, 1, 1, 1]);
  expect([...chunksOf([])]).toEqual([]);
});

test('a chunk has the nearest ten units on each side, or as many as make 4,000 characters', () => {
  const units = Array.from({ length: 120 }, (_, i) => ({ text: `Unit ${i}.`, characters: 9 }));
  const [first = [], second = []] = chunksOf(units);
  const names = (from: number, to: number) => units.slice(from, to).map(({ text }) => text);
  expect(aroundChunk(units, 0, first)).toEqual({ before: [], after: names(50, 60) });
  expect(aroundChunk(units, 50, second)).toEqual({ before: names(40, 50), after: names(100, 110) });
  const long = [unit(1), unit(3_999), unit(5_000), unit(9), unit(3_999), unit(1), unit(7)];
  const { before, after } = aroundChunk(long, 3, [unit(9)]);
  expect(before.map(({ length }) => length)).toEqual([5_000]);
  expect(after.map(({ length }) => length)).toEqual([3_999, 1]);
});

const prepared: PreparedRequest = {
  ok: true,
  request: { texts: ['x'], targetLang: 'es' },
  texts: [],
  characters: 1,
};
const translation = { text: 'y', source: 'en', engine: 'e', characters: 1, terms: [] };

function run(
  answers: Awaited<ReturnType<Translator['prepare']>>[],
  warnings: readonly Warning[] = [],
  units = [unit(1)],
) {
  return translateUnits(units, {
    translator: {
      prepare: async () => answers.shift(),
      translate: async () => ({ ok: true, target: 'es', translations: [translation], warnings }),
    } as unknown as Translator,
    rights: { teamId: 'team' },
    usesCache: false,
    signal: new AbortController().signal,
    logger: createLogger('silent'),
    patienceMs: 60_000,
    request: (texts) => ({ texts, targetLang: 'es' }),
    onProgress: async () => {},
  });
}

test('style rules that cannot be read right now are waited for, and those that are gone are not', async () => {
  const away = refused('service_unavailable', 'Try again later.', 2);
  expect(await run([away, prepared])).toMatchObject({ ok: true, target: 'es' });
  const gone = refused('not_found', 'There is no list.');
  expect(await run([gone, prepared])).toBe(gone);
});

test('the warnings of all chunks are those of the document, once each, and name no text', async () => {
  const warnings = [warn('formality_not_supported', 'ES'), warn('partly_translated', 'text[7]')];
  const units = [{ text: 'x'.repeat(15_000), characters: 1 }, unit(6_000)];
  expect(await run([prepared, prepared], warnings, units)).toMatchObject({
    warnings: [
      { code: 'formality_not_supported', detail: expect.stringContaining('ES') },
      { code: 'partly_translated', detail: expect.stringContaining('in parts of the document') },
    ],
  });
});

test('a document that is already in the target language fails, unless it has no words', async () => {
  const warnings = [warn('source_equals_target')];
  expect(await run([prepared], warnings)).toMatchObject({
    ok: false,
    problem: { detail: expect.stringMatching(/^Source and target language are the same.*Spanish/) },
  });
  const empty = [{ text: ' ', characters: 0 }];
  expect(await run([prepared], warnings, empty)).toMatchObject({ ok: true, warnings: [] });
});
