/**
 * The hash of the term tables: HalfSipHash-1-3 with a random key per process. Terms and texts come from
 * callers: with a predictable hash, an attacker can quickly find thousands of colliding terms, which every
 * look-up has to scan.
 */
import { randomBytes } from 'node:crypto';

export type HashKey = readonly [number, number];

/** The key of this process. A worker thread receives it with its job. */
export const processHashKey: HashKey = [randomBytes(4).readInt32LE(), randomBytes(4).readInt32LE()];

/** Hashes a token; each 32-bit word of input holds two UTF-16 code units. */
export function hashOf(text: string, [k0, k1]: HashKey): number {
  let [v0, v1, v2, v3] = [k0, k1, 0x6c796765 ^ k0, 0x74656462 ^ k1];
  const round = () => {
    v0 = (v0 + v1) | 0;
    v1 = rotate(v1, 5) ^ v0;
    v0 = rotate(v0, 16);
    v2 = (v2 + v3) | 0;
    v3 = rotate(v3, 8) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = rotate(v3, 7) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = rotate(v1, 13) ^ v2;
    v2 = rotate(v2, 16);
  };
  // The last word includes the length of the text.
  for (let i = 0; i <= text.length; i += 2) {
    const isLast = i + 2 > text.length;
    const word = isLast
      ? (text.length << 16) ^ (i < text.length ? text.charCodeAt(i) : 0)
      : text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
    v3 ^= word;
    round();
    v0 ^= word;
  }
  v2 ^= 0xff;
  round();
  round();
  round();
  return (v1 ^ v3) >>> 0;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

export const emptyHash = 0x811c9dc5;

/** Adds the hash of the next token to the hash of a sequence of tokens. */
export function mixHash(hash: number, next: number): number {
  const mixed = Math.imul(hash ^ next, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
