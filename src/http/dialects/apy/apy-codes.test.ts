import { expect, test } from 'vitest';
import { canonicalLanguageTag } from '../../../lib/language-tag.ts';
import { toApyCode } from './apy-codes.ts';

test('a tag has the code of Apertium, with its region or variant', () => {
  expect(['en', 'pt-BR', 'ca-valencia', 'ast', 'sr-Latn'].map(toApyCode)).toEqual([
    'eng',
    'por_BR',
    'cat_valencia',
    'ast',
    'srp_Latn',
  ]);
});

test('every code leads back to its tag', () => {
  const tags = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((first, _i, letters) =>
    letters.map((second) => first + second),
  );
  const wrong = tags.filter(
    (tag) => canonicalLanguageTag(tag) === tag && canonicalLanguageTag(toApyCode(tag)) !== tag,
  );
  expect(wrong).toEqual([]);
});
