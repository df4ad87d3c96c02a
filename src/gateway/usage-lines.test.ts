import { expect, test } from 'vitest';
import { usageLines } from './usage-lines.ts';

test('a call has one line for each source language and engine, and they add up to its characters', () => {
  const texts = ['Hello', 'Bonjour', '😀!', ''];
  const translations = ['en', 'fr', 'en', 'en'].map((source, i) => ({
    text: '',
    source,
    engine: i === 3 ? 'none' : 'apertium',
  }));
  expect(usageLines(texts, translations)).toEqual([
    { source: 'en', engine: 'apertium', characters: 7, texts: 2 },
    { source: 'fr', engine: 'apertium', characters: 7, texts: 1 },
    { source: 'en', engine: 'none', characters: 0, texts: 1 },
  ]);
});
