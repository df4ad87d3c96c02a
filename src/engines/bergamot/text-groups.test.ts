import { describe, expect, test } from 'vitest';
import { groupTexts, mayHaveSeveralSentences } from './text-groups.ts';

const indexesOf = (...args: Parameters<typeof groupTexts>) =>
  groupTexts(...args).map(({ indexes }) => indexes);

describe('texts share a call', () => {
  test('if their lengths are multiples of four', () => {
    expect(indexesOf([8, 12, 16, 20, 24])).toEqual([
      [0, 1],
      [2, 3, 4],
    ]);
  });

  test('if their lengths are between the same multiples of four', () => {
    expect(indexesOf([13, 17, 15, 19, 14])).toEqual([
      [0, 4, 2],
      [1, 3],
    ]);
    expect(indexesOf([15, 16, 17])).toEqual([[0], [1], [2]]);
  });

  test('only as far as padding and size allow', () => {
    expect(groupTexts([16, 8, 12, 40])).toEqual([
      { indexes: [1, 2], width: 12, lengths: [8, 12] },
      { indexes: [0], width: 16, lengths: [16] },
      { indexes: [3], width: 40, lengths: [40] },
    ]);
    const groups = groupTexts(Array.from({ length: 20 }, () => 64));
    expect(groups.map(({ indexes }) => indexes.length)).toEqual([8, 8, 4]);
  });

  test('never if their length is unknown, and only if it is equal where that is asked for', () => {
    expect(indexesOf([undefined, 5, undefined, 6])).toEqual([[1, 3], [0], [2]]);
    expect(indexesOf([5, 6, 5, 8, 4], { onlyEqualLengths: true })).toEqual([[0, 2], [1], [3], [4]]);
  });
});

test.each([
  'Save the file',
  'Save the file.',
  'Save file.txt as version 1.2.3!',
  ' “Really?” ',
  'Open Settings: then close',
  '保存してください。',
])('"%s" is one sentence', (text) => {
  expect(mayHaveSeveralSentences(text)).toBe(false);
});

test.each(['Save it. Close it.', 'Really?! "Yes"', 'See p. 7', 'one\ntwo', '“Stop.” he said', '保存。終了'])(
  '"%s" may be several',
  (text) => {
    expect(mayHaveSeveralSentences(text)).toBe(true);
  },
);
