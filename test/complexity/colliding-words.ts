/**
 * Words of five letters that all have the same 32-bit FNV-1a hash, found by meeting in the middle: every pair of
 * letters leads to a state, and three letters lead back from the wanted hash to the state that they need. An attacker
 * computes them in less than a second, for every hash that has no secret.
 */

const offset = 0x811c9dc5;
const prime = 0x01000193;
/** What undoes a multiplication by the prime, modulo 2^32. */
const inverse = 0x359c449b;

/** Letters without upper case that need no composition, and that a word may consist of: Yi syllables. */
const letters = Array.from({ length: 1_100 }, (_, i) => 0xa016 + i);
const wanted = 0x2545f491 | 0;
const count = 5_100;

let known: readonly string[] | undefined;

export function collidingWords(): readonly string[] {
  known ??= findWords();
  return known;
}

export function fnv1a(text: string): number {
  let hash = offset;
  for (let i = 0; i < text.length; i++) hash = step(hash, text.charCodeAt(i));
  return hash >>> 0;
}

function step(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, prime);
}

function stepBack(hash: number, letter: number): number {
  return Math.imul(hash, inverse) ^ letter;
}

function findWords(): string[] {
  const pairOf = pairsByState();
  const words: string[] = [];
  for (const third of letters) {
    for (const fourth of letters) {
      for (const fifth of lastLetters) {
        const state = stepBack(stepBack(stepBack(wanted, fifth), fourth), third);
        const pair = pairOf(state);
        if (pair === 0) continue;
        words.push(String.fromCharCode(pair >>> 16, pair & 0xffff, third, fourth, fifth));
        if (words.length === count) return words;
      }
    }
  }
  return words;
}

const lastLetters = letters.slice(0, 40);
const slotBits = 23;
const hintBits = 24;

/** A plain table: a map of a million numbers beyond 31 bits takes seconds. Answers 0 where no pair has the state. */
function pairsByState(): (state: number) => number {
  const states = new Int32Array(2 ** slotBits);
  const pairs = new Uint32Array(2 ** slotBits);
  // Small enough for a processor's cache, unlike the table: nearly all that is looked up is in neither.
  const hints = new Uint8Array(2 ** (hintBits - 3));
  const slotOf = (state: number) => {
    let slot = state >>> (32 - slotBits);
    while (pairs[slot] !== 0 && states[slot] !== state) slot = (slot + 1) & (2 ** slotBits - 1);
    return slot;
  };
  for (const first of letters) {
    for (const second of letters) {
      const state = step(step(offset, first), second);
      const hint = state >>> (32 - hintBits);
      hints[hint >>> 3] = (hints[hint >>> 3] ?? 0) | (1 << (hint & 7));
      const slot = slotOf(state);
      states[slot] = state;
      pairs[slot] = (first << 16) | second;
    }
  }
  return (state) => {
    const hint = state >>> (32 - hintBits);
    return ((hints[hint >>> 3] ?? 0) >>> (hint & 7)) & 1 ? (pairs[slotOf(state)] ?? 0) : 0;
  };
}
