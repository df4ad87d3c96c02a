import { afterEach, expect, test, vi } from 'vitest';
import { compileCatalogue } from '../../messages/catalogue-plugin.ts';
import {
  formatBytes,
  formatCharacters,
  formatList,
  formatMegabytes,
  formatMilliseconds,
  formatNumber,
  formatPercent,
  formatRelative,
  formatStep,
  formatTime,
} from './format.ts';
import { interfaceLanguageCodes } from './interface-languages.ts';
import { languageName } from './language-names.ts';
import { formatLocale, setTimeZone } from './locale.ts';
import { activateCatalogue, loadCatalogue, t } from './messages.ts';
import { pairName, pairOfCodes } from './pair-name.ts';

afterEach(async () => {
  activateCatalogue('en', await loadCatalogue('en'));
  setTimeZone('');
  vi.unstubAllGlobals();
});

const speak = async (language: (typeof interfaceLanguageCodes)[number]) =>
  activateCatalogue(language, await loadCatalogue(language));

test('English texts are as they were', () => {
  setTimeZone('UTC');
  expect([0, 1, 2, 21_000].map(formatCharacters)).toEqual([
    '0 characters',
    '1 character',
    '2 characters',
    '21,000 characters',
  ]);
  expect([formatMegabytes(5_000_000), formatMilliseconds(1_200), formatPercent(7)]).toEqual([
    '5 MB',
    '1,200 ms',
    '7%',
  ]);
  expect([formatBytes(2 ** 20), formatBytes(1_500), formatList(['a', 'b', 'c'])]).toEqual([
    '1 MiB',
    '1,500 bytes',
    'a, b, c',
  ]);
  expect(formatTime('2026-11-18T05:00:00Z')).toMatch(/UTC$/);
  expect(formatRelative('2026-11-18T05:00:00Z', Date.parse('2026-11-18T08:00:00Z'))).toBe('3 hours ago');
});

test('numbers, relative times and names of languages follow the language of the interface', async () => {
  await speak('de');
  expect(formatNumber(1_234.5)).toBe('1.234,5');
  expect(formatRelative('2026-11-18T05:00:00Z', Date.parse('2026-11-18T08:00:00Z'))).toBe('vor 3 Stunden');
  expect([languageName('ES'), languageName('ES', 'Spanish')]).toEqual(['Spanisch', 'Spanisch']);
});

test('the server names languages in English', () => {
  expect([languageName('NB', 'Norwegian'), languageName('EN-GB'), languageName('?')]).toEqual([
    'Norwegian',
    'British English',
    '?',
  ]);
});

test('a time is in the chosen zone and names it, and a day is one of the ledger', () => {
  setTimeZone('Asia/Kolkata');
  expect(formatTime('2026-11-18T20:00:00Z')).toMatch(/19.*1:30.*GMT\+5:30$/);
  const seconds = Date.parse('2026-11-18T20:00:00Z') / 1_000;
  expect(formatStep.day(seconds)).toContain('18');
  expect(formatStep.hour(seconds)).toContain('1:30');
});

/** A message with every category, each of which says its own name. */
const categories =
  '{count, plural, zero {zero #} one {one #} two {two #} few {few #} many {many #} other {other #}}';

test.each(interfaceLanguageCodes)('a count takes the form of its language: %s', (language) => {
  const text = '{count, plural, one {# character} other {# characters}}';
  const po = `msgid ${JSON.stringify(text)}\nmsgstr ${JSON.stringify(categories)}\n`;
  activateCatalogue(language, compileCatalogue(po, false) as never);
  const rules = new Intl.PluralRules(language);
  for (const count of [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000])
    expect(formatCharacters(count)).toMatch(new RegExp(`^${rules.select(count)} `));
});

test('a text without a translation is in English', async () => {
  const po = 'msgid "Delete {name}"\nmsgstr ""\n\nmsgid "Keys"\nmsgstr "Schlüssel"\n';
  activateCatalogue('de', compileCatalogue(po, false) as never);
  expect([t('Delete {name}', { name: 'x' }), t('Keys'), t('Usage')]).toEqual([
    'Delete x',
    'Schlüssel',
    'Usage',
  ]);
  expect(t('Delete {name}', { name: '\\u0041 {b} $&' })).toBe('Delete \\u0041 {b} $&');
});

test.each(interfaceLanguageCodes)('a list separates its items: %s', async (language) => {
  await speak(language);
  expect(formatList(['1', '2', '3'])).toMatch(/^1[^\d]+2[^\d]+3$/);
  expect(formatPercent(7)).toMatch(/7.*%/);
});

test.each([
  ['zh-Hans', 'zh-TW', 'zh-Hans'],
  ['zh-Hans', 'zh-CN', 'zh-CN'],
  ['pt-BR', 'pt-PT', 'pt-BR'],
  ['en', 'en-GB', 'en-GB'],
] as const)('%s in a browser of %s has the formats of %s', async (language, browser, formats) => {
  vi.stubGlobal('navigator', { languages: [browser] });
  await speak(language);
  expect(formatLocale()).toBe(formats);
});

test('a value keeps its own direction in a sentence of another one', async () => {
  expect(t('Delete {name}', { name: 'Harbour' })).toBe('Delete Harbour');
  expect(t('Delete {name}', { name: 'مرفأ' })).toBe('Delete \u2068مرفأ\u2069');
  await speak('ar');
  expect(t('Delete {name}', { name: 'Harbour' })).toContain('\u2068Harbour\u2069');
});

test('the arrow of a pair points in the direction of reading', async () => {
  expect(pairName('EN', 'ES')).toBe('English → Spanish');
  await speak('ar');
  expect(pairOfCodes('EN', 'ES')).toBe('\u200f\u2068EN\u2069 ← \u2068ES\u2069');
});
