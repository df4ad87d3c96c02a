import { expect, test } from 'vitest';
import { pairOf } from './models.ts';

test.each([
  ['en-de', 'en', 'de'],
  ['en-zh-Hans', 'en', 'zh-Hans'],
  ['zh-hans-en', 'zh-Hans', 'en'],
  ['pt-BR-en-GB', 'pt-BR', 'en-GB'],
])('the folder %s is %s to %s', (name, source, target) => {
  expect(pairOf(name)).toEqual({ source, target });
});

test.each(['en', 'en-en', 'README.md', 'old', '.en-de', ''])('%j is no pair', (name) => {
  expect(pairOf(name)).toBeUndefined();
});
