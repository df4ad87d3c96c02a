import { expect, test } from 'vitest';
import { addAlphabetEvidence } from './alphabets.ts';
import { addWordEvidence } from './frequent-words.ts';

function weigh(words: string): Map<string, number> {
  const evidence = new Map<string, number>();
  addWordEvidence(evidence, words);
  return evidence;
}

function lettersOf(words: string): string[] {
  const evidence = new Map<string, number>();
  addAlphabetEvidence(evidence, words);
  return [...evidence.keys()];
}

test('a listed word counts for every language that lists it, and only for those', () => {
  const evidence = weigh('Guardar');
  expect(evidence.get('es')).toBeGreaterThan(0);
  expect(evidence.get('pt')).toBe(evidence.get('es'));
  expect(evidence.has('fi')).toBe(false);
});

test('a longer word counts for more', () => {
  expect(weigh('bestellen').get('de') ?? 0).toBeGreaterThan(weigh('an').get('de') ?? 0);
});

test.each([
  ['in capitals', 'SPEICHERN', 'de'],
  ['after an elision', 'l’adresse', 'fr'],
  ['with a dotted capital I', 'İptal', 'tr'],
  ['with a middle dot', 'cancel·la', 'ca'],
])('a word is found %s', (_how, words, language) => expect(weigh(words).has(language)).toBe(true));

test('unknown compounds count by their listed parts, but less than a listed word', () => {
  const compound = weigh('Rechnungsnummer').get('de') ?? 0;
  expect(compound).toBeGreaterThan(0);
  expect(compound).toBeLessThan((weigh('Rechnung').get('de') ?? 0) + (weigh('Nummer').get('de') ?? 0));
});

test('unknown words count by their endings', () => {
  expect([...weigh('Xyzkeit').keys()]).toEqual(['de']);
});

test('only a listed word of four letters or more decides against the other texts of a call', () => {
  expect(addWordEvidence(new Map(), 'Speichern')).toBe(true);
  expect(addWordEvidence(new Map(), 'an xyzzy Rechnungsnummer')).toBe(false);
});

test('letters count for the languages whose alphabet has them all', () => {
  expect(lettersOf('ßä')).toEqual(['de']);
  expect(lettersOf('ř')).toEqual(['cs']);
  expect(lettersOf('plain ASCII')).toEqual([]);
});
