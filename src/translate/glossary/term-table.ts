/**
 * The terms of one dictionary, ready to be looked up: a hash table in plain arrays of numbers over the entries as they
 * are kept. It can be built on another thread and handed over without a copy, and it costs about as much memory as the
 * entries themselves, however many they are. What a caller writes never becomes a regular expression.
 */
import { atOnce, type Steps } from '../../lib/event-loop-turns.ts';
import { emptyHash, type HashKey, hashOf, mixHash, processHashKey } from './term-hash.ts';
import { tokensOf } from './tokens.ts';

export interface TermTable {
  /** A line `source TAB target` for each entry, in UTF-8. */
  readonly tsv: Uint8Array;
  readonly lineStarts: Uint32Array;
  /** By the hash of a whole term: that hash, and the number of its line from 1; 0 is an empty slot. */
  readonly terms: Uint32Array;
  /** By the hash of a term's first token: that hash, and how many tokens the longest such term has. */
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

/** How many tokens the longest term has that begins with a token of this hash; 0 where there is none. */
export function longestFrom({ firstTokens }: TermTable, hash: number): number {
  return firstTokens[findSlot(firstTokens, hash, homeSlot(firstTokens, hash)) + 1] ?? 0;
}

/** Whether there may be a term of this hash; two terms can have the same. */
export function hasHash({ terms }: TermTable, hash: number): boolean {
  return terms[findSlot(terms, hash, homeSlot(terms, hash)) + 1] !== 0;
}

/** The entry of a term, given as its tokens in normal form in a row. Every comparison is reported to `onCompare`. */
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

/** At least a third of the slots stay empty, so that a search soon ends. */
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
