import { expect, test } from 'vitest';
import { baseLanguage, canonicalLanguageTag, languageName, sameLanguage } from './language-tag.ts';

test.each([
  ['de', 'de'],
  ['DE', 'de'],
  ['pt-br', 'pt-BR'],
  ['PT-BR', 'pt-BR'],
  ['ZH-HANS', 'zh-Hans'],
  ['ca-VALENCIA', 'ca-valencia'],
  ['es-419', 'es-419'],
])('%s is %s', (tag, canonical) => {
  expect(canonicalLanguageTag(tag)).toBe(canonical);
});

test.each([
  '',
  'x',
  'english',
  'pt_BR',
  'en-',
  '-en',
  'de DE',
  'en\u0000',
  'en-US-x-private',
  'e'.repeat(100),
])('%j is no language tag', (tag) => {
  expect(canonicalLanguageTag(tag)).toBeUndefined();
});

test('knows the base and the name of a tag', () => {
  expect(baseLanguage('pt-BR')).toBe('pt');
  expect(languageName('pt-BR')).toBe('Brazilian Portuguese');
});

test('a region does not make another language, a script does', () => {
  expect(sameLanguage('en-GB', 'en')).toBe(true);
  expect(sameLanguage('pt', 'pt-BR')).toBe(true);
  expect(sameLanguage('zh-Hans', 'zh-TW')).toBe(false);
  expect(sameLanguage('en', 'es')).toBe(false);
});
