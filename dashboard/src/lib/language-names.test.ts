import { afterEach, expect, test } from 'vitest';
import { interfaceLanguageCodes } from './interface-languages.ts';
import { languageLabel, languageName } from './language-names.ts';
import { activateCatalogue, loadCatalogue } from './messages.ts';
import { pairOfCodes } from './pair-name.ts';

afterEach(async () => activateCatalogue('en', await loadCatalogue('en')));

test('a language has a capital letter in a list, and none in a Spanish sentence', async () => {
  activateCatalogue('es', await loadCatalogue('es'));
  expect([languageName('EN'), languageLabel('EN')]).toEqual(['inglés', 'Inglés']);
});

test.each(interfaceLanguageCodes)(
  'Valencian is named by its name and not by its code: %s',
  async (language) => {
    activateCatalogue(language, await loadCatalogue(language));
    expect(languageName('CA-VALENCIA')).not.toMatch(/valencia\)/i);
  },
);

test('an Arabic pair is read from right to left also as a part of another text', async () => {
  activateCatalogue('ar', await loadCatalogue('ar'));
  // Both codes are isolated. Without a letter or a mark of its own, an isolated text runs from left to right.
  const isolates = /\u2068[^\u2069]*\u2069/g;
  expect(pairOfCodes('EN', 'ES').replaceAll(isolates, '')).toMatch(/^\u200f/);
});
