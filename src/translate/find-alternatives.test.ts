import { expect, test } from 'vitest';
import { type Engine, EngineError, type TranslateBatch } from '../engines/engine.ts';
import { ProblemError, problem } from '../lib/errors.ts';
import { mainThread } from '../lib/event-loop-turns.ts';
import { createTranslator } from './create-translator.ts';
import { findAlternatives } from './find-alternatives.ts';
import { EngineSupervisor } from './supervision/engine-supervisor.ts';
import type { TeamWork } from './translator.ts';

const features = { formality: true, glossary: false, markup: false, context: true, alternatives: true };

type Answer = (batch: TranslateBatch, signal: AbortSignal) => Promise<string[]>;

/** By default the number of the alternative stands in front of the text. */
const numbered: Answer = async ({ texts, options }) =>
  texts.map((text) => `${options?.alternative ?? 0}: ${text}`);

function open(answer: Answer = numbered) {
  const batches: TranslateBatch[] = [];
  const engine: Engine = {
    id: 'llm',
    version: '1',
    capacity: { batchesAtOnce: 8, textsPerBatch: 1, charactersPerBatch: 1_000, stallMs: 60_000 },
    pairs: () => [{ source: 'en', target: 'de', features }],
    translate(batch, signal) {
      batches.push(batch);
      return answer(batch, signal);
    },
    health: async () => ({ healthy: true, detail: '' }),
    close: async () => {},
  };
  const translator = createTranslator({ engines: [engine], supervisor: new EngineSupervisor() });
  const request = { texts: ['Two words.'], sourceLang: 'en', targetLang: 'de', alternatives: 2 };
  return {
    batches,
    translator,
    request,
    async translate(more: Partial<TeamWork> = {}, wanted: object = {}) {
      const prepared = await translator.prepare({ ...request, ...wanted }, { teamId: 'team' });
      if (!prepared.ok) return prepared;
      const deadlineMs = Date.now() + 600_000;
      const signal = new AbortController().signal;
      return translator.translate(prepared, { teamId: 'team', deadlineMs, signal, ...more });
    },
  };
}

const hang: Answer = (batch, signal) =>
  batch.options?.alternative === undefined
    ? numbered(batch, signal)
    : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('alternatives have the options of the call, and a text is charged once for each', async () => {
  const { translate, batches } = open();
  expect(
    await translate({}, { formality: { level: 'more', isRequired: false }, context: 'A letter.' }),
  ).toMatchObject({
    ok: true,
    translations: [
      { text: '0: Two words.', alternatives: ['1: Two words.', '2: Two words.'], characters: 30 },
    ],
    warnings: [],
  });
  expect(batches.map(({ options }) => options)).toEqual([
    { formality: 'more', context: 'A letter.' },
    { formality: 'more', context: 'A letter.', alternative: 1 },
    { formality: 'more', context: 'A letter.', alternative: 2 },
  ]);
});

test('the most that a call may cost covers all alternatives and their contexts', async () => {
  const { translator, request } = open();
  expect(translator.count(request, { teamId: 'team' })).toEqual({ ok: true, characters: 30 });
  expect(await translator.prepare({ ...request, context: 'abc' }, { teamId: 'team' })).toMatchObject({
    characters: 30,
    contextCharacters: 9,
  });
  const elsewhere = { teamId: 'team', engines: ['another'] };
  expect(translator.count(request, elsewhere)).toEqual({ ok: true, characters: 10 });
});

test('alternatives that take too long are left out, and the translation is answered before the deadline', async () => {
  const { translate } = open(hang);
  expect(await translate({ deadlineMs: Date.now() + 4_000 })).toMatchObject({
    ok: true,
    translations: [{ text: '0: Two words.', alternatives: [], characters: 10 }],
    askedAlternatives: { count: 2, texts: [0] },
  });
});

test('a call that ends while alternatives are written is not answered', async () => {
  const controller = new AbortController();
  const { translate, batches } = open(hang);
  const answer = translate({ signal: controller.signal });
  await expect.poll(() => batches.length).toBe(3);
  controller.abort(new Error('hung up'));
  await expect(answer).rejects.toThrow('hung up');
});

test('a call that is already over asks for no alternative', async () => {
  const signal = AbortSignal.abort(new Error('hung up'));
  const found = findAlternatives({
    texts: [],
    translations: [],
    translatedUnits: new Map(),
    request: { texts: [] },
    count: 1,
    target: 'de',
    work: { teamId: 'team', deadlineMs: Date.now() + 600_000, signal },
    translateParts: async () => [],
    pace: mainThread.paceFor('team'),
  });
  await expect(found).rejects.toThrow('hung up');
});

test('an engine that fails at one alternative still gives the others', async () => {
  const { translate } = open(async (batch, signal) => {
    if (batch.options?.alternative === 1) throw new EngineError('no');
    return numbered(batch, signal);
  });
  expect(await translate()).toMatchObject({
    translations: [{ alternatives: ['2: Two words.'], characters: 20 }],
    askedAlternatives: { count: 2, texts: [0] },
  });
});

test('a text whose alternative is not whole has none, and the others have theirs', async () => {
  const { translate } = open(async (batch, signal) => {
    const isBad = batch.options?.alternative !== undefined && batch.texts[0]?.includes('Two');
    return isBad ? ['ha '.repeat(200)] : numbered(batch, signal);
  });
  expect(await translate({}, { texts: ['Two words.', 'Some more.'], alternatives: 1 })).toMatchObject({
    translations: [
      { alternatives: [], characters: 10 },
      { alternatives: ['1: Some more.'], characters: 20 },
    ],
    askedAlternatives: { count: 1, texts: [0, 1] },
  });
});

test('a repeat that may not ask an engine for its alternatives is refused as a whole', async () => {
  let asked = 0;
  const { translate } = open();
  const askEngines = async () => {
    if (++asked > 1) throw new ProblemError(problem('conflict', 'not again'));
  };
  await expect(translate({ askEngines })).rejects.toThrow('not again');
});

test('a mistake of this program is not mistaken for an engine without alternatives', async () => {
  const { translate } = open(async (batch, signal) => {
    if (batch.options?.alternative !== undefined) throw new TypeError('a mistake');
    return numbered(batch, signal);
  });
  await expect(translate()).rejects.toThrow('a mistake');
});
