import { expect, test } from 'vitest';
import { TokenCounter } from './token-counter.ts';
import { vocabularySize } from './vocabulary-file.ts';

/** A field of a protocol buffer that is a message, a text or bytes. */
const field = (number: number, content: Uint8Array) =>
  Buffer.concat([Buffer.of(8 * number + 2, content.length), content]);

function piece(text: string, score: number, type = 1): Uint8Array {
  const scoreField = Buffer.alloc(5);
  scoreField[0] = 0x15;
  scoreField.writeFloatLE(score, 1);
  return field(1, Buffer.concat([field(1, Buffer.from(text)), scoreField, Buffer.of(0x18, type)]));
}

const pieces = [piece('<unk>', 0, 2), piece('▁the', -1), piece('▁', -2), piece('t', -3), piece('e', -3)];
const counterOf = (...fields: Uint8Array[]) => TokenCounter.fromFile(Buffer.concat(fields));

test.each([
  ['', 0],
  ['   ', 0],
  ['the', 1],
  ['  the   the ', 2],
  // Spaces that the text writes as SentencePiece does are removed at its end, too.
  ['the▁', 1],
  ['the ▁ ▁▁', 1],
  ['tete', 5],
  // Unknown characters one after the other are one token.
  ['xyz', 2],
  ['𝕏é', 2],
])('%j has %i tokens', (text, tokens) => {
  expect(counterOf(...pieces)?.count(text)).toBe(tokens);
});

test('fields that are not known are skipped', () => {
  const eightBytes = Buffer.concat([Buffer.of(8 * 12 + 1), Buffer.alloc(8)]);
  expect(counterOf(...pieces, eightBytes)?.count('the')).toBe(1);
});

test('a vocabulary with pieces that are matched before a text is normalised is not counted', () => {
  expect(counterOf(...pieces, piece('▁user', 0, 4))).toBeUndefined();
});

test('a file that cannot be read is not counted', () => {
  expect(counterOf(...pieces, Buffer.of(0x0b))).toBeUndefined();
  expect(counterOf(Buffer.of(0x0a, 0xff))).toBeUndefined();
  expect(vocabularySize(Buffer.of(0x0b))).toBeUndefined();
  expect(vocabularySize(Buffer.concat(pieces))).toBe(5);
});
