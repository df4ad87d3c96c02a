import { describe, expect, test } from 'vitest';
import type { Engine } from '../engines/engine.ts';
import { createTranslator } from './create-translator.ts';
import { EngineSupervisor } from './supervision/engine-supervisor.ts';
import type { TranslationRequest, Translator } from './translator.ts';

const features = { formality: false, glossary: false, markup: false };
const engine: Engine = {
  id: 'echo',
  version: '1',
  capacity: { batchesAtOnce: 2, textsPerBatch: 2, charactersPerBatch: 1_000, stallMs: 1_000 },
  pairs: () => [
    { source: 'en', target: 'es', features },
    { source: 'fr', target: 'es', features },
  ],
  translate: async ({ source, texts }) => texts.map((text) => `${source}:${text}`),
  health: async () => ({ healthy: true, detail: '' }),
  close: async () => {},
};
const translator = createTranslator({ engines: [engine], supervisor: new EngineSupervisor() });

async function translate(texts: string[], rest: Partial<TranslationRequest> = {}) {
  const prepared = await translator.prepare({ texts, targetLang: 'es', ...rest }, { teamId: 'team' });
  if (!prepared.ok) return prepared;
  const work = { teamId: 'team', deadlineMs: Date.now() + 600_000, signal: AbortSignal.timeout(600_000) };
  return translator.translate(prepared, work);
}

const german = 'Der Zug nach Hamburg hat heute leider zwanzig Minuten Verspätung.';

test('each text goes its own way, in order', async () => {
  const outcome = await translate(['The train is late today.', 'Le train est en retard aujourd’hui.']);
  expect(outcome).toMatchObject({
    ok: true,
    translations: [
      { text: 'en:The train is late today.', source: 'en' },
      { text: 'fr:Le train est en retard aujourd’hui.', source: 'fr' },
    ],
    warnings: [],
  });
});

test('a text without a route refuses the call and is named by its index', async () => {
  const outcome = await translate(['The train is late today.', 'OK', german]);
  expect(outcome).toEqual({
    ok: false,
    problem: {
      code: 'unsupported_language',
      detail:
        'text[2] was detected as German (DE), which cannot be translated to ES. Send source_lang if the detected language is wrong.',
    },
  });
});

test('source_lang settles the language without a look at the texts', async () => {
  const outcome = await translate([german], { sourceLang: 'EN' });
  expect(outcome).toMatchObject({ ok: true, translations: [{ text: `en:${german}`, source: 'en' }] });
});

test('a text in the target language comes back unchanged, with a warning', async () => {
  const outcome = await translate(['El tren llega hoy con mucho retraso a la estación.']);
  expect(outcome).toMatchObject({
    ok: true,
    translations: [{ text: 'El tren llega hoy con mucho retraso a la estación.', source: 'es' }],
    warnings: [{ code: 'source_equals_target' }],
  });
});

test('a formality that is wanted is left out where there is none, one that is required refuses the call', async () => {
  const english = ['The train is late today.'];
  expect(await translate(english, { formality: { level: 'more', isRequired: false } })).toMatchObject({
    ok: true,
    warnings: [{ code: 'formality_not_supported' }],
  });
  const refusal = {
    ok: false,
    problem: { code: 'invalid_request', detail: expect.stringMatching(/formality/) },
  };
  const formality = { level: 'more', isRequired: true } as const;
  expect(await translate(english, { formality })).toMatchObject(refusal);
  expect(await translate(english, { formality, sourceLang: 'es' })).toMatchObject(refusal);
});

test('a context counts once for each part of a text that an engine gets, and not in what is charged', async () => {
  const sizes = async (texts: string[], rest: Partial<TranslationRequest> = {}) => {
    const request = { texts, targetLang: 'es', context: 'ten chars 😀', ...rest };
    expect(translator.count(request, { teamId: 'team' })).toEqual({ ok: true, characters: undefined });
    const prepared = await translator.prepare(request, { teamId: 'team' });
    return prepared.ok && [prepared.characters, prepared.contextCharacters];
  };
  expect(await sizes(['One.', '', 'Two.'])).toEqual([8, 22]);
  expect(await sizes(['One. Two. Three.'], { sentenceEnds: 'punctuation' })).toEqual([16, 33]);
  expect(await sizes(['<p>One</p><p>Two</p>'], { markup: { format: 'html' } })).toEqual([6, 22]);
  // Each ICU branch is translated separately.
  const icu = '{n, plural, one {One house} other {Many houses}}';
  expect((await sizes([icu])) || []).toContain(22);
  expect(await sizes(['One.'], { context: undefined }).catch(() => 'counted at once')).toBe(
    'counted at once',
  );
});

test('a call is shed by the engines of its own languages', () => {
  const asked: string[][] = [];
  const supervisor = Object.assign(new EngineSupervisor(), {
    shedsFor(_teamId: string, legs: readonly { source: string; target: string }[]) {
      asked.push(legs.map(({ source, target }) => `${source}>${target}`));
      return true;
    },
  });
  const { shedsOnArrival } = createTranslator({ engines: [engine], supervisor });
  const arrival = { teamId: 'team', deadlineMs: Date.now() + 600_000 };
  const requests = [
    undefined,
    { sourceLang: 'EN', targetLang: 'ES-mx' },
    { sourceLang: 'EN', targetLang: 'es', engine: 'another' },
    { targetLang: 'es' },
    { sourceLang: 'no language', targetLang: 'es' },
  ];
  for (const request of requests) shedsOnArrival({ ...arrival, ...(request && { request }) });
  expect(asked).toEqual([['en>es', 'fr>es'], ['en>es'], [], [], []]);
});

describe('neighbours', () => {
  const context = { formality: false, glossary: false, markup: false, context: true };
  const contextual = (id: string, contextSegments: number, textsPerBatch = 1): Engine => ({
    ...engine,
    id,
    contextSegments,
    capacity: { ...engine.capacity, textsPerBatch, charactersPerBatch: 4_000 },
    pairs: () => [{ source: 'en', target: 'es', features: context }],
  });
  const withEngines = (...engines: Engine[]) =>
    createTranslator({ engines, supervisor: new EngineSupervisor() });
  const request = { texts: ['One. Two. Three.'], targetLang: 'es', sentenceEnds: 'lines' } as const;
  const counts = async (translator: Translator, rest: Partial<TranslationRequest> = {}, rights = {}) => {
    const asked = { ...request, ...rest };
    const counted = translator.count(asked, { teamId: 'team', ...rights });
    const prepared = await translator.prepare(asked, { teamId: 'team', ...rights });
    return [counted.ok && counted.characters, prepared.ok && prepared.contextCharacters];
  };
  // With one neighbour on each side: "[…]\nTwo.", "One.\n[…]\nThree.", "Two.\n[…]".
  const ofOne = 8 + 15 + 8;
  // With two: "[…]\nTwo.\nThree.", "One.\n[…]\nThree.", "One.\nTwo.\n[…]".
  const ofTwo = 15 + 15 + 13;

  test('count once for each text that they are sent with, for the engine that gets the most', async () => {
    expect(await counts(withEngines(contextual('one', 1)))).toEqual([undefined, ofOne]);
    expect(await counts(withEngines(contextual('one', 1), contextual('two', 2)))).toEqual([undefined, ofTwo]);
  });

  test('count besides the context of the call', async () => {
    const translator = withEngines(contextual('one', 1));
    expect(await counts(translator, { context: '12345' })).toEqual([undefined, ofOne + 3 * 5]);
  });

  test('count for every text of a section, as if none shared them', async () => {
    const around = { before: ['Zero.'], after: [] };
    const texts = ['One.', 'Two.', 'Three.'];
    // "Zero.\n[…]\nThree." with the first two, and "Two.\n[…]" with the last.
    expect(
      await counts(withEngines(contextual('one', 1, 2)), { texts, around, sentenceEnds: undefined }),
    ).toEqual([14, 2 * 16 + 8]);
  });

  test('that are too large to be parsed are left out', async () => {
    const markup = { format: 'html' } as const;
    const translator = withEngines(contextual('one', 1));
    const around = { before: ['Zero.'], after: ['<br>'.repeat(10_001)] };
    const texts = ['One.'];
    // "Zero.\n[…]".
    expect(await counts(translator, { texts, markup, around, sentenceEnds: undefined })).toEqual([
      undefined,
      9,
    ]);
  });

  test('do not count where no engine gets them', async () => {
    const [one, none] = [contextual('one', 1), contextual('none', 0)];
    expect(await counts(withEngines(none))).toEqual([16, 0]);
    const both = withEngines(none, one);
    expect(await counts(both, { engine: 'none' })).toEqual([16, 0]);
    expect(await counts(both, {}, { engines: ['none'] })).toEqual([16, 0]);
    expect(await counts(both, { sourceLang: 'fr' })).toEqual([16, 0]);
    expect(await counts(both, { texts: ['One.'], sentenceEnds: undefined })).toEqual([4, 0]);
    const withoutContext = { ...one, pairs: engine.pairs };
    expect(await counts(withEngines(withoutContext))).toEqual([16, 0]);
  });
});
