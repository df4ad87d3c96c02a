import { expect, test } from 'vitest';
import { directionOf, interfaceLanguageCodes, pickInterfaceLanguage } from './interface-languages.ts';

test.each([
  [['de-AT', 'en'], 'de'],
  [['sv', 'fr-CA'], 'fr'],
  [['zh-CN'], 'zh-Hans'],
  [['pt-PT'], 'pt-BR'],
  [['PT-br'], 'pt-BR'],
  [['en-GB', 'de'], 'en'],
  [['sv'], 'en'],
  [[], 'en'],
] as const)('a browser that wants %j gets %s', (wanted, language) => {
  expect(pickInterfaceLanguage(wanted)).toBe(language);
});

test('only Arabic is written from right to left', () => {
  expect(interfaceLanguageCodes.filter((code) => directionOf(code) === 'rtl')).toEqual(['ar']);
});
