/**
 * The hash by which terms are looked up: HalfSipHash-1-3 under a key that every process draws for itself. Terms and
 * texts come from callers, and with a hash that anybody can compute, terms that collide by the thousand are found in a
 * moment: each look-up then walks over all of them.
 */
import { randomBytes } from 'node:crypto';

export type HashKey = readonly [number, number];

/** Of this process. A thread that compiles for it is given it along with its job. */
export const processHashKey: HashKey = [randomBytes(4).readInt32LE(), randomBytes(4).readInt32LE()];

/** Of a token, over its code units, two to a word. */
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
  // One word more than the text has, so that its length counts as well.
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

/** Of a row of tokens, one token more. */
export function mixHash(hash: number, next: number): number {
  const mixed = Math.imul(hash ^ next, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
