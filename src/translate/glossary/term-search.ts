/**
 * One search for terms in one text. Every position adds its longest candidate, found by hash alone.
 * Candidates are processed from the longest to the shortest: each is taken, or, if it overlaps a taken term
 * or its hash collides, replaced by a shorter candidate. Only a candidate that is about to be taken is
 * compared letter by letter.
 */
import type { Pace } from '../../lib/event-loop-turns.ts';
import type { SearchableText } from './searchable-text.ts';
import { emptyHash, mixHash } from './term-hash.ts';
import { type Entry, findEntry, hasHash, longestFrom, type TermTable } from './term-table.ts';

/** Tokens `first` to `last` are a term. */
export interface MatchedTerm {
  readonly first: number;
  readonly last: number;
  readonly entry: Entry;
  /** True if it is written as in the glossary; false if it matches only in lower case. */
  readonly isExact: boolean;
}

interface Candidate {
  readonly first: number;
  readonly last: number;
}

/** The remaining work of a search, shared by all texts of a call. */
export interface SearchBudget {
  /** Remaining steps. The dearest is a look-up in a table, of about 40 nanoseconds. */
  steps: number;
  /** Remaining terms. */
  terms: number;
  /** Remaining characters of target terms. */
  targetCharacters: number;
  readonly pace: Pace;
}

/**
 * Enough for the longest call with dozens of overlapping terms at every word. Terms of hundreds of words that
 * almost match everywhere need more, and such a call is refused.
 */
const maxSearchSteps = 16_000_000;

/** One for every five characters of the longest call. Each is held as a span until the call is answered. */
const maxTermsFound = 25_000;

/** Almost four times the longest call: a term of one letter may have a target of a thousand. */
const maxTargetCharacters = 500_000;

/** Create one for each call. */
export function newSearchBudget(pace: Pace): SearchBudget {
  return { steps: maxSearchSteps, terms: maxTermsFound, targetCharacters: maxTargetCharacters, pace };
}

/** Steps between two checks of the pace. */
const stepsPerCheck = 2_000;
/** Cost of determining the letter case of a token. */
const stepsPerCase = 10;
/** Cost of reading and tokenizing an entry, in addition to its tokens. */
const stepsPerComparison = 100;

export class TermSearch {
  readonly #tables: readonly TermTable[];
  readonly #text: SearchableText;
  readonly #work: SearchBudget;
  /** Indexed by the length of the text that they would replace. */
  readonly #candidates: Candidate[][] = [];
  readonly #isTaken: Uint8Array;
  #nextCheckAt: number;

  constructor(tables: readonly TermTable[], text: SearchableText, work: SearchBudget) {
    this.#tables = tables;
    this.#text = text;
    this.#work = work;
    this.#isTaken = new Uint8Array(text.tokens.length);
    this.#nextCheckAt = work.steps - stepsPerCheck;
  }

  /** Returns undefined if the remaining work is not enough. */
  async run(): Promise<MatchedTerm[] | undefined> {
    const { length } = this.#text.tokens;
    for (let first = 0; first < length; first++) {
      this.#addCandidate(first, length);
      if (this.#work.steps < this.#nextCheckAt && !(await this.#canContinue())) return undefined;
    }
    const taken: MatchedTerm[] = [];
    for (let size = this.#candidates.length - 1; size > 0; size--) {
      for (const candidate of this.#candidates[size]?.sort((a, b) => a.first - b.first) ?? []) {
        const term = this.#take(candidate);
        if (term !== undefined) {
          if (--this.#work.terms < 0) return undefined;
          taken.push(term);
        }
        if (this.#work.steps < this.#nextCheckAt && !(await this.#canContinue())) return undefined;
      }
    }
    return taken.sort((a, b) => a.first - b.first);
  }

  async #canContinue(): Promise<boolean> {
    if (this.#work.steps < 0) return false;
    if (this.#work.pace.isOver) await this.#work.pace.next();
    this.#nextCheckAt = this.#work.steps - stepsPerCheck;
    return true;
  }

  #take({ first, last }: Candidate): MatchedTerm | undefined {
    this.#work.steps -= last - first + 1;
    const obstacle = this.#isTaken.subarray(first, last + 1).indexOf(1);
    const term = obstacle === -1 ? this.#compare(first, last) : undefined;
    if (term !== undefined) this.#isTaken.fill(1, first, last + 1);
    else this.#addCandidate(first, obstacle === -1 ? last : first + obstacle);
    return term;
  }

  /** Adds the longest candidate that starts at `first` and ends before `limit`. */
  #addCandidate(first: number, limit: number): void {
    let last = -1;
    for (const table of this.#tables) last = Math.max(last, this.#longestIn(table, first, limit));
    if (last === -1) return;
    const { tokens } = this.#text;
    const size = (tokens[last]?.end ?? 0) - (tokens[first]?.start ?? 0);
    this.#candidates[size] ??= [];
    this.#candidates[size].push({ first, last });
  }

  #longestIn(table: TermTable, first: number, limit: number): number {
    const { hashes, loweredHashes } = this.#text;
    const longest = Math.max(
      longestFrom(table, hashes[first] ?? 0),
      longestFrom(table, loweredHashes[first] ?? 0),
    );
    const end = Math.min(limit, first + longest);
    let found = -1;
    // A text in capitals is looked up twice, and must be counted twice.
    let lookUps = end - first;
    let [exact, lowered] = [emptyHash, emptyHash];
    for (let last = first; last < end; last++) {
      exact = mixHash(exact, hashes[last] ?? 0);
      lowered = mixHash(lowered, loweredHashes[last] ?? 0);
      if (hasHash(table, exact)) found = last;
      else if (lowered !== exact) {
        lookUps++;
        if (hasHash(table, lowered)) found = last;
      }
    }
    this.#work.steps -= Math.max(1, lookUps);
    return found;
  }

  #compare(first: number, last: number): MatchedTerm | undefined {
    const { tokens, lowered, hashes, loweredHashes } = this.#text;
    const allowsOtherCase = !this.#text.casesOf(first, last).includes('mixed');
    const written = tokens.slice(first, last + 1).map(({ text }) => text);
    const [exactHash, loweredHash] = [mixed(hashes, first, last), mixed(loweredHashes, first, last)];
    const onCompare = () => {
      this.#work.steps -= stepsPerComparison + last - first;
    };
    this.#work.steps -= stepsPerCase * (last - first + 1);
    for (const table of this.#tables) {
      const exact = findEntry(table, exactHash, written.join(''), onCompare);
      if (exact !== undefined) return { first, last, entry: exact, isExact: true };
      if (!allowsOtherCase) continue;
      const spelled = lowered.slice(first, last + 1).join('');
      const entry = findEntry(table, loweredHash, spelled, onCompare);
      if (entry !== undefined) return { first, last, entry, isExact: false };
    }
    return undefined;
  }
}

function mixed(hashes: Uint32Array, first: number, last: number): number {
  return hashes.subarray(first, last + 1).reduce(mixHash, emptyHash);
}
