import { expect, test } from 'vitest';
import { TokenCounter } from './token-counter.ts';
import { vocabularySize } from './vocabulary-file.ts';

const bytesField = (number: number, content: Uint8Array) => [number * 8 + 2, content.length, ...content];
const numberField = (number: number, value: number) =>
  number < 16 ? [number * 8, value] : [((number * 8) & 127) | 128, number >> 4, value];

function piece(text: string, score: number, type = 1): number[] {
  const scoreBytes = new Uint8Array(Float32Array.of(score).buffer);
  const message = [
    ...bytesField(1, new TextEncoder().encode(text)),
    ...[2 * 8 + 5, ...scoreBytes],
    ...numberField(3, type),
  ];
  return bytesField(1, Uint8Array.from(message));
}

const pieces = [
  piece('<unk>', 0, 2),
  piece('</s>', 0, 3),
  piece('▁', -4),
  ...['a', 'b', 'c'].map((letter) => piece(letter, -3)),
  piece('ab', -4),
  piece('▁abc', -5),
  piece('bc', -1, 5),
].flat();

const counterOf = (...bytes: number[]) => TokenCounter.fromFile(Uint8Array.from([...pieces, ...bytes]));
const counterWith = (...trainer: number[]) => counterOf(...bytesField(2, Uint8Array.from(trainer)));

test.each([
  ['abc', 1],
  [' abc  abc ', 2],
  ['cab', 3],
  // "bc" is not used, so "a" and two letters.
  ['acb', 4],
  ['', 0],
  ['   ', 0],
  // Spaces that the text writes as SentencePiece does are removed at its end, too.
  ['abc▁', 1],
  ['abc ▁ ▁▁', 1],
])('"%s" has %i tokens', (text, tokens) => {
  expect(counterOf()?.count(text)).toBe(tokens);
});

test('unknown characters are one token, or one for each of their bytes', () => {
  expect(counterWith()?.count('abcéé')).toBe(2);
  expect(counterWith(...numberField(35, 1))?.count('abcéé')).toBe(5);
});

test('a vocabulary of another kind is not counted with', () => {
  expect(counterWith(...numberField(3, 2))).toBeUndefined();
});

test('a vocabulary with pieces that are matched before a text is normalised is not counted with', () => {
  expect(counterOf(...piece('[x]', 0, 4))).toBeUndefined();
});

test('fields that are not known are skipped', () => {
  expect(counterOf(8 * 12 + 1, ...new Uint8Array(8))?.count('abc')).toBe(1);
});

test('a file that cannot be read is not counted with', () => {
  expect(counterOf(0x0b)).toBeUndefined();
  expect(counterOf(0x0a, 0xff)).toBeUndefined();
  expect(vocabularySize(Uint8Array.of(0x0b))).toBeUndefined();
  expect(vocabularySize(Uint8Array.from(pieces))).toBe(9);
});
