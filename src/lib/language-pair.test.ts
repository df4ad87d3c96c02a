import { expect, test } from 'vitest';
import { pairOf } from './language-pair.ts';

test.each([
  ['en-de', 'en', 'de'],
  ['en-zh-Hans', 'en', 'zh-Hans'],
  ['zh-hans-en', 'zh-Hans', 'en'],
  ['pt-BR-en-GB', 'pt-BR', 'en-GB'],
  ['pt-BR-en', 'pt-BR', 'en'],
  ['pt-br-en', 'pt-BR', 'en'],
  ['pt_br-es', 'pt-BR', 'es'],
  ['en-zh_hant', 'en', 'zh-Hant'],
  ['sr_cyrl-en', 'sr-Cyrl', 'en'],
  ['ca_valencia-en', 'ca-valencia', 'en'],
])('%s is %s to %s', (name, source, target) => {
  expect(pairOf(name)).toEqual({ source, target });
});

test.each(['en', 'en-en', 'README.md', 'old', '.en-de', ''])('%j is no pair', (name) => {
  expect(pairOf(name)).toBeUndefined();
});

test('a name may be as long as two tags, and a longer one is not split at all', () => {
  const longest = (language: string) => `${language}-Latn-DE-abcdefg1-bcdefgh2-cdefg3`;
  expect(longest('de')).toHaveLength(35);
  expect(pairOf(`${longest('de')}-${longest('en')}`)).toMatchObject({ source: longest('de') });
  expect(pairOf('a-'.repeat(20_000))).toBeUndefined();
});
