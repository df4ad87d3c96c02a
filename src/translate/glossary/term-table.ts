/**
 * The terms of one dictionary as a hash table: typed arrays over the stored entries. It can be built on
 * another thread and transferred without a copy, and takes about as much memory as the entries themselves,
 * for any number of them. Input from callers never becomes a regular expression.
 */
import { atOnce, type Steps } from '../../lib/event-loop-turns.ts';
import { emptyHash, type HashKey, hashOf, mixHash, processHashKey } from './term-hash.ts';
import { tokensOf } from './word-tokens.ts';

export interface TermTable {
  /** A line `source TAB target` for each entry, in UTF-8. */
  readonly tsv: Uint8Array;
  readonly lineStarts: Uint32Array;
  /** Slots by the hash of a whole term: the hash, and its line number from 1; 0 is an empty slot. */
  readonly terms: Uint32Array;
  /** Slots by the hash of a term's first token: the hash, and the token count of the longest such term. */
  readonly firstTokens: Uint32Array;
}

export interface Entry {
  readonly source: string;
  readonly target: string;
}

const lineFeed = 10;
const tab = 9;

export function compileTerms(tsv: Uint8Array, hashKey: HashKey = processHashKey): TermTable {
  return atOnce(compileInSteps(tsv, hashKey));
}

const termsPerStep = 64;

export function* compileInSteps(tsv: Uint8Array, hashKey: HashKey): Steps<TermTable> {
  const lineStarts = findLines(tsv);
  const terms = emptySlots(lineStarts.length);
  const longest = new Map<number, number>();
  for (let line = 0; line < lineStarts.length; line++) {
    if (line % termsPerStep === 0) yield;
    const tokens = tokensOf(entryAt({ tsv, lineStarts }, line).source);
    const first = hashOf(tokens[0]?.text ?? '', hashKey);
    let hash = mixHash(emptyHash, first);
    for (let i = 1; i < tokens.length; i++) hash = mixHash(hash, hashOf(tokens[i]?.text ?? '', hashKey));
    insert(terms, hash, line + 1);
    if ((longest.get(first) ?? 0) < tokens.length) longest.set(first, tokens.length);
  }
  const firstTokens = emptySlots(longest.size);
  for (const [hash, tokens] of longest) insert(firstTokens, hash, tokens);
  return { tsv, lineStarts, terms, firstTokens };
}

export function bytesOf({ tsv, lineStarts, terms, firstTokens }: TermTable): number {
  return tsv.byteLength + lineStarts.byteLength + terms.byteLength + firstTokens.byteLength;
}

function findLines(tsv: Uint8Array): Uint32Array {
  const starts: number[] = [];
  for (let start = 0; start < tsv.length; start = endOfLine(tsv, start) + 1) starts.push(start);
  return Uint32Array.from(starts);
}

function endOfLine(tsv: Uint8Array, start: number): number {
  const end = tsv.indexOf(lineFeed, start);
  return end === -1 ? tsv.length : end;
}

const utf8 = new TextDecoder();

function entryAt({ tsv, lineStarts }: Pick<TermTable, 'tsv' | 'lineStarts'>, line: number): Entry {
  const start = lineStarts[line] ?? 0;
  const middle = tsv.indexOf(tab, start);
  return {
    source: utf8.decode(tsv.subarray(start, middle)),
    target: utf8.decode(tsv.subarray(middle + 1, endOfLine(tsv, middle))),
  };
}

/** The number of tokens of the longest term whose first token has this hash; 0 if there is no such term. */
export function longestFrom({ firstTokens }: TermTable, hash: number): number {
  return firstTokens[findSlot(firstTokens, hash, homeSlot(firstTokens, hash)) + 1] ?? 0;
}

/** Whether a term may have this hash. Hashes can collide. */
export function hasHash({ terms }: TermTable, hash: number): boolean {
  return terms[findSlot(terms, hash, homeSlot(terms, hash)) + 1] !== 0;
}

/** Finds the entry of `term`, its normalized tokens joined. Calls `onCompare` for every comparison. */
export function findEntry(
  table: TermTable,
  hash: number,
  term: string,
  onCompare: () => void,
): Entry | undefined {
  const { terms } = table;
  let at = findSlot(terms, hash, homeSlot(terms, hash));
  for (let line = terms[at + 1] ?? 0; line !== 0; line = terms[at + 1] ?? 0) {
    onCompare();
    const entry = entryAt(table, line - 1);
    if (joined(entry.source) === term) return entry;
    at = findSlot(terms, hash, nextSlot(terms, at));
  }
  return undefined;
}

function joined(source: string): string {
  return tokensOf(source)
    .map(({ text }) => text)
    .join('');
}

/** At least a third of the slots stay empty, which keeps searches short. */
function emptySlots(count: number): Uint32Array {
  return new Uint32Array(2 * 2 ** Math.ceil(Math.log2(Math.max(2, count * 1.5))));
}

function insert(slots: Uint32Array, hash: number, value: number): void {
  let at = homeSlot(slots, hash);
  while (slots[at + 1] !== 0) at = nextSlot(slots, at);
  slots[at] = hash;
  slots[at + 1] = value;
}

/** The next slot with this hash from `at` on, or the empty slot that ends the search. */
function findSlot(slots: Uint32Array, hash: number, at: number): number {
  let found = at;
  while (slots[found + 1] !== 0 && slots[found] !== hash) found = nextSlot(slots, found);
  return found;
}

function homeSlot(slots: Uint32Array, hash: number): number {
  // The number of slots is a power of two.
  return (hash & (slots.length / 2 - 1)) * 2;
}

function nextSlot(slots: Uint32Array, at: number): number {
  return (at + 2) & (slots.length - 1);
}
