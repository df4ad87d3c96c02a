import { expect, test } from 'vitest';
import { sampleText } from './text-sample.ts';

const wordsOf = (text: string) => sampleText(text)?.words;

test('keeps words and leaves out markup, links, placeholders, figures and punctuation', () => {
  expect(wordsOf('<p class="note">Hola, <b>mundo</b>!</p>')).toBe('Hola mundo');
  expect(wordsOf('Ver https://example.com/en/help?x=1 o www.example.com ahora')).toBe('Ver o ahora');
  expect(wordsOf('Hola {{ user_name }}, tienes {count} mensajes&nbsp;nuevos')).toBe(
    'Hola tienes mensajes nuevos',
  );
  expect(wordsOf("L'home té 3 gats (2,5 %)")).toBe("L'home té gats");
});

test.each(['', '   ', '12.345,67 €', '😀👍', '--- *** ---', '<br/>', 'https://example.com'])(
  'a text without words has no sample: %j',
  (text) => expect(sampleText(text)).toBeUndefined(),
);

test('a text in capitals is read in small letters, others as they are written', () => {
  expect(wordsOf('SAVE CHANGES')).toBe('save changes');
  expect(wordsOf('Guten Morgen, Berlin')).toBe('Guten Morgen Berlin');
});

test('letters with combining accents count as the letters they are', () => {
  expect(wordsOf('cafe\u0301')).toBe('café');
});

test('only the beginning of a long text is read', () => {
  const sample = sampleText('palabra '.repeat(100_000));
  expect(sample?.words.length).toBe(250);
  expect(sample?.size).toBeLessThan(120);
});

test('finds the words behind much markup', () => {
  expect(wordsOf(`${'<td></td>'.repeat(50)}Hola`)).toBe('Hola');
});

test('half a character pair at the cut does no harm', () => {
  expect(sampleText(`${'a'.repeat(249)}𠀀𠀀`)?.words.length).toBe(250);
});
