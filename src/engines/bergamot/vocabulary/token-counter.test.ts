import { expect, test } from 'vitest';
import { TokenCounter } from './token-counter.ts';

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
  piece('[x]', 0, 4),
  piece('bc', -1, 5),
].flat();

const counterWith = (...trainer: number[]) =>
  TokenCounter.fromFile(Uint8Array.from([...pieces, ...bytesField(2, Uint8Array.from(trainer))]));

test.each([
  ['abc', 1],
  [' abc  abc ', 2],
  ['cab', 3],
  // "bc" is not used, so "a" and two letters.
  ['acb', 4],
  ['abc[x]', 2],
  ['', 0],
])('"%s" has %i tokens', (text, tokens) => {
  const counter = counterWith();
  expect(counter?.count(text)).toBe(tokens);
  expect(counter?.size).toBe(10);
});

test('unknown characters are one token, or one for each of their bytes', () => {
  expect(counterWith()?.count('abcéé')).toBe(2);
  expect(counterWith(...numberField(35, 1))?.count('abcéé')).toBe(5);
});

test('a vocabulary of another kind is not counted with', () => {
  expect(counterWith(...numberField(3, 2))).toBeUndefined();
});
