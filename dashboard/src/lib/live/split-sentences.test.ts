import { expect, test } from 'vitest';
import { separatorsFor } from './join-sentences.ts';
import { countCharacters, SentenceSplitter, splitSentences } from './split-sentences.ts';

const split = (text: string, limit = 131_072) => splitSentences(text, limit);
const textsOf = (text: string) => split(text).sentences.map(({ text: each }) => each);
const endsOf = (text: string) => split(text).sentences.map(({ end }) => end);

test.each([
  ['The house is big. It is old.', ['The house is big.', 'It is old.']],
  ['Heading\n\nFirst line.\n  Second line', ['Heading', 'First line.', 'Second line']],
  ['家は大きい。古いです。', ['家は大きい。', '古いです。']],
  ['房子很大。它很旧！', ['房子很大。', '它很旧！']],
  ['البيت كبير. هل هو قديم؟ نعم.', ['البيت كبير.', 'هل هو قديم؟', 'نعم.']],
  ['It has 3.5 rooms, e.g. a bath.', ['It has 3.5 rooms, e.g. a bath.']],
  ['  \n ', []],
])('%j', (text, expected) => {
  expect(textsOf(text)).toEqual(expected);
});

test('only what cannot grow is certain', () => {
  expect(endsOf('One. It is twenty.')).toEqual(['certain', 'ended']);
  expect(endsOf('One. It is the two.')).toEqual(['certain', 'doubtful']);
  expect(endsOf('One. Tw')).toEqual(['doubtful', 'open']);
  for (const end of ['It has 3.', 'It is in St.', 'It is, e.g.']) expect(endsOf(end)).toEqual(['doubtful']);
  for (const end of ['Is it?', 'No!', '古い。']) expect(endsOf(end)).toEqual(['ended']);
  expect(endsOf('One. Two is here')).toEqual(['certain', 'open']);
  expect(endsOf('Heading\n')).toEqual(['ended']);
  expect(endsOf('一つ。二')).toEqual(['doubtful', 'open']);
  expect(endsOf('He said “yes.”')).toEqual(['ended']);
});

test.each(['', ' a.  b.\r\n\r\n\tc 。d\n\n', '\n\n x', 'a\u2028b. c', '👍 ok. 👍'])(
  '%j loses nothing',
  (text) => {
    const { indent, sentences, rest } = split(text);
    expect(indent + sentences.map((each) => each.text + each.separator).join('') + rest).toBe(text);
    expect(sentences.every((each) => each.text !== '' && each.text.trim() === each.text)).toBe(true);
  },
);

test('the limit counts code points, and never cuts one in two', () => {
  const { sentences, rest } = split('👍👍👍👍', 3);
  expect([sentences[0]?.text, rest]).toEqual(['👍👍👍', '👍']);
  expect(countCharacters('a👍')).toBe(2);
});

test('separators follow the target language, and line breaks stay', () => {
  const joined = (text: string, targetLang: string) => {
    const parts = split(text).sentences;
    const separators = separatorsFor(parts, targetLang);
    return parts.map((part, i) => part.text + separators[i]).join('');
  };
  expect(joined('A b. C d.\n\nE.', 'JA')).toBe('A b.C d.\n\nE.');
  expect(joined('一。二。\n三。', 'EN-GB')).toBe('一。 二。\n三。');
  expect(joined(' A b.  C d. ', 'DE')).toBe('A b.  C d. ');
  expect(
    separatorsFor(
      [
        { text: '', separator: '\n' },
        { text: 'A', separator: '' },
      ],
      'DE',
    ),
  ).toEqual(['', '']);
});

test('a text that is edited is split as if it were read for the first time', () => {
  const pieces = [
    'The house is big. ',
    'It has 3. ',
    '5 rooms, e.g. a bath',
    '?! ',
    '\n\n',
    'St. ',
    '家は。',
    ' "No." ',
    'a',
    '👍 ',
  ];
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const splitter = new SentenceSplitter(2_000);
  let text = '';
  for (let i = 0; i < 1_500; i++) {
    const at = random(text.length + 1);
    const removed = random(4) === 0 ? random(60) : 0;
    text = text.slice(0, at) + (pieces[random(pieces.length)] ?? '') + text.slice(at + removed);
    expect(splitter.split(text)).toEqual(split(text, 2_000));
  }
});
