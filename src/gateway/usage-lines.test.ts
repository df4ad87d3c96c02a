import { expect, test } from 'vitest';
import { SentUsage, usageLines } from './usage-lines.ts';

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

test('the usage of a streamed call grows with what is sent; a text counts once, with its first part', () => {
  const usage = new SentUsage();
  const part = { index: 0, isFirst: true, text: '', source: 'en', engine: 'apertium', characters: 5 };
  usage.add(part);
  const planned = usage.linesWith({ ...part, isFirst: false, characters: 3 });
  expect(planned).toEqual([{ source: 'en', engine: 'apertium', characters: 8, texts: 1 }]);
  expect(usage.characters).toBe(5);
  usage.add({ ...part, isFirst: false, characters: 3 });
  usage.add({ ...part, index: 1, source: 'fr', characters: 2 });
  expect(usage.lines()).toEqual([
    { source: 'en', engine: 'apertium', characters: 8, texts: 1 },
    { source: 'fr', engine: 'apertium', characters: 2, texts: 1 },
  ]);
  expect(usage.characters).toBe(10);
});
