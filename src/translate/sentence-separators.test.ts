import { expect, test } from 'vitest';
import type { Engine } from '../engines/engine.ts';
import { createTranslator } from './create-translator.ts';
import { prepareTexts } from './prepare-texts.ts';
import type { SentenceEnds } from './protection/split-sentences.ts';
import { EngineSupervisor } from './supervision/engine-supervisor.ts';

const features = { formality: false, glossary: false, markup: false };
const answers: Record<string, string> = {
  'It rains.': '雨です。',
  'It snows.': '雪です。',
  '雨です。': 'It rains.',
  '「雪です。」': '“It snows.”',
  'Smith.': 'Smith.',
  'Jones.': 'Jones.',
};
const engine: Engine = {
  id: 'known',
  version: '1',
  capacity: { batchesAtOnce: 2, textsPerBatch: 10, charactersPerBatch: 1_000, stallMs: 1_000 },
  pairs: () => [
    { source: 'en', target: 'ja', features },
    { source: 'ja', target: 'en', features },
  ],
  translate: async ({ texts }) => texts.map((text) => answers[text] ?? `?${text}?`),
  health: async () => ({ healthy: true, detail: '' }),
  close: async () => {},
};
const translator = createTranslator({ engines: [engine], supervisor: new EngineSupervisor() });

async function translate(text: string, sourceLang: string, targetLang: string, sentenceEnds: SentenceEnds) {
  const request = { texts: [text], sourceLang, targetLang, sentenceEnds };
  const prepared = await translator.prepare(request, { teamId: 'team' });
  if (!prepared.ok) throw new Error(prepared.problem.detail);
  const work = { teamId: 'team', deadlineMs: Date.now() + 5_000, signal: AbortSignal.timeout(5_000) };
  const outcome = await translator.translate(prepared, work);
  return outcome.ok && outcome.translations[0]?.text;
}

test('Japanese sentences have no blanks between them, and line breaks stay', async () => {
  expect(await translate('It rains. It snows.', 'EN', 'JA', 'punctuation')).toBe('雨です。雪です。');
  expect(await translate('It rains.\nIt snows.', 'EN', 'JA', 'lines')).toBe('雨です。\n雪です。');
  expect(await translate('It rains.\tIt snows.', 'EN', 'JA', 'punctuation')).toBe('雨です。\t雪です。');
});

test('Japanese sentences are found, also before a quotation, and English ones get a blank', async () => {
  expect(await translate('雨です。「雪です。」', 'JA', 'EN', 'punctuation')).toBe('It rains. “It snows.”');
});

test('names that were not translated keep the blank between them', async () => {
  expect(await translate('Smith. Jones.', 'EN', 'JA', 'punctuation')).toBe('Smith. Jones.');
});

test('an empty source language is one that is not known', async () => {
  const prepared = await prepareTexts(['One. Two.'], { sentenceEnds: 'punctuation', sourceLang: '' });
  expect(prepared.ok && prepared.texts[0]?.layout).toHaveLength(4);
});
