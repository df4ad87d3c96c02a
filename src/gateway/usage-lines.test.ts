import { expect, test } from 'vitest';
import { usageLines } from './usage-lines.ts';

test('a call has one line for each source language and engine, and they add up to its characters', () => {
  const characters = [5, 7, 2, 0];
  const translations = ['en', 'fr', 'en', 'en'].map((source, i) => ({
    text: '',
    source,
    characters: characters[i] ?? 0,
    engine: i === 3 ? 'none' : 'apertium',
  }));
  expect(usageLines(translations)).toEqual([
    { source: 'en', engine: 'apertium', characters: 7, texts: 2 },
    { source: 'fr', engine: 'apertium', characters: 7, texts: 1 },
    { source: 'en', engine: 'none', characters: 0, texts: 1 },
  ]);
});
