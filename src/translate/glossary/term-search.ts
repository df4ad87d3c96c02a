/**
 * One search for terms in one text. Every place proposes its longest term by hash alone; from the longest proposal to
 * the shortest each is taken, or gives way to one that is taken already and proposes something shorter. Only what
 * is about to be taken is compared letter by letter.
 */
import type { Pace } from '../../lib/event-loop-turns.ts';
import type { SpelledText } from './spelled-text.ts';
import { emptyHash, mixHash } from './term-hash.ts';
import { type Entry, findEntry, hasHash, longestFrom, type TermTable } from './term-table.ts';

/** Tokens `first` to `last` are a term. */
export interface TakenTerm {
  readonly first: number;
  readonly last: number;
  readonly entry: Entry;
  /** It is written as in the glossary; otherwise only in lower case. */
  readonly isExact: boolean;
}

interface Proposal {
  readonly first: number;
  readonly last: number;
}

/** What a search may cost, and how it proceeds: shared by all texts of a call. */
export interface SearchWork {
  /** Steps that are left, each some nanoseconds. */
  steps: number;
  /** Terms that may still be found. */
  terms: number;
  /** Characters that may still stand for them. */
  targetCharacters: number;
  readonly pace: Pace;
}

/**
 * Enough for the longest call with dozens of overlapping terms at every word. Terms of hundreds of words that nearly
 * occur everywhere need more: such a call is refused.
 */
const maxSearchSteps = 30_000_000;

/** One for every four characters of the longest call. Each is a span of its own until the call is answered. */
const maxTermsFound = 25_000;

/** Five times the longest call: a term of one letter may stand for a thousand. */
const maxTargetCharacters = 500_000;

/** For one call. */
export function newSearchWork(pace: Pace): SearchWork {
  return { steps: maxSearchSteps, terms: maxTermsFound, targetCharacters: maxTargetCharacters, pace };
}

/** Between two looks at the clock. */
const stepsPerLook = 2_000;
/** To find out how a token is written. */
const stepsPerCase = 10;
/** To read an entry and to take it apart again, beside the letters that it has. */
const stepsPerComparison = 100;

export class TermSearch {
  readonly #tables: readonly TermTable[];
  readonly #text: SpelledText;
  readonly #work: SearchWork;
  /** By the length of what they would replace. */
  readonly #proposals: Proposal[][] = [];
  readonly #isTaken: Uint8Array;
  #lookAt: number;

  constructor(tables: readonly TermTable[], text: SpelledText, work: SearchWork) {
    this.#tables = tables;
    this.#text = text;
    this.#work = work;
    this.#isTaken = new Uint8Array(text.tokens.length);
    this.#lookAt = work.steps - stepsPerLook;
  }

  /** Undefined when it would take more than is left. */
  async run(): Promise<TakenTerm[] | undefined> {
    const { length } = this.#text.tokens;
    for (let first = 0; first < length; first++) {
      this.#propose(first, length);
      if (this.#work.steps < this.#lookAt && !(await this.#mayGoOn())) return undefined;
    }
    const taken: TakenTerm[] = [];
    for (let size = this.#proposals.length - 1; size > 0; size--) {
      for (const proposal of this.#proposals[size]?.sort((a, b) => a.first - b.first) ?? []) {
        const term = this.#take(proposal);
        if (term !== undefined) {
          if (--this.#work.terms < 0) return undefined;
          taken.push(term);
        }
        if (this.#work.steps < this.#lookAt && !(await this.#mayGoOn())) return undefined;
      }
    }
    return taken.sort((a, b) => a.first - b.first);
  }

  async #mayGoOn(): Promise<boolean> {
    if (this.#work.steps < 0) return false;
    if (this.#work.pace.isOver) await this.#work.pace.next();
    this.#lookAt = this.#work.steps - stepsPerLook;
    return true;
  }

  #take({ first, last }: Proposal): TakenTerm | undefined {
    this.#work.steps -= last - first + 1;
    const obstacle = this.#isTaken.subarray(first, last + 1).indexOf(1);
    const term = obstacle === -1 ? this.#compare(first, last) : undefined;
    if (term !== undefined) this.#isTaken.fill(1, first, last + 1);
    else this.#propose(first, obstacle === -1 ? last : first + obstacle);
    return term;
  }

  /** Proposes the longest term from `first` on that ends before `limit`. */
  #propose(first: number, limit: number): void {
    let last = -1;
    for (const table of this.#tables) last = Math.max(last, this.#longestIn(table, first, limit));
    if (last === -1) return;
    const { tokens } = this.#text;
    const size = (tokens[last]?.end ?? 0) - (tokens[first]?.start ?? 0);
    this.#proposals[size] ??= [];
    this.#proposals[size].push({ first, last });
  }

  #longestIn(table: TermTable, first: number, limit: number): number {
    const { hashes, loweredHashes } = this.#text;
    const longest = Math.max(
      longestFrom(table, hashes[first] ?? 0),
      longestFrom(table, loweredHashes[first] ?? 0),
    );
    const end = Math.min(limit, first + longest);
    let found = -1;
    let [exact, lowered] = [emptyHash, emptyHash];
    for (let last = first; last < end; last++) {
      exact = mixHash(exact, hashes[last] ?? 0);
      lowered = mixHash(lowered, loweredHashes[last] ?? 0);
      if (hasHash(table, exact) || (lowered !== exact && hasHash(table, lowered))) found = last;
    }
    this.#work.steps -= Math.max(1, end - first);
    return found;
  }

  #compare(first: number, last: number): TakenTerm | undefined {
    const { tokens, lowered, hashes, loweredHashes } = this.#text;
    const mayFollow = !this.#text.casesOf(first, last).includes('mixed');
    const written = tokens.slice(first, last + 1).map(({ text }) => text);
    const [exactHash, loweredHash] = [mixed(hashes, first, last), mixed(loweredHashes, first, last)];
    const onCompare = () => {
      this.#work.steps -= stepsPerComparison + last - first;
    };
    this.#work.steps -= stepsPerCase * (last - first + 1);
    for (const table of this.#tables) {
      const exact = findEntry(table, exactHash, written.join(''), onCompare);
      if (exact !== undefined) return { first, last, entry: exact, isExact: true };
      if (!mayFollow) continue;
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
