/**
 * One search for terms in one text. Every place proposes its longest term by hash alone; from the longest proposal to
 * the shortest each is taken, or gives way to one that is taken already and proposes something shorter. Only what
 * is about to be taken is compared letter by letter.
 */
import { setImmediate as others } from 'node:timers/promises';
import type { SpelledText } from './spelled-text.ts';
import {
  type Entry,
  emptyHash,
  findEntry,
  hasHash,
  longestFrom,
  mixHash,
  type TermTable,
} from './term-table.ts';

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

/** A few milliseconds; then other calls have their turn. Only terms of hundreds of words get this far. */
const stepsInARow = 20_000;

export class TermSearch {
  readonly #tables: readonly TermTable[];
  readonly #text: SpelledText;
  /** By the length of what they would replace. */
  readonly #proposals: Proposal[][] = [];
  readonly #isTaken: Uint8Array;
  #steps = 0;

  constructor(tables: readonly TermTable[], text: SpelledText) {
    this.#tables = tables;
    this.#text = text;
    this.#isTaken = new Uint8Array(text.tokens.length);
  }

  async run(): Promise<TakenTerm[]> {
    const { length } = this.#text.tokens;
    for (let first = 0; first < length; first++) {
      this.#propose(first, length);
      if (this.#steps > stepsInARow) await this.#letOthers();
    }
    const taken: TakenTerm[] = [];
    for (let size = this.#proposals.length - 1; size > 0; size--) {
      for (const proposal of this.#proposals[size]?.sort((a, b) => a.first - b.first) ?? []) {
        const term = this.#take(proposal);
        if (term !== undefined) taken.push(term);
        if (this.#steps > stepsInARow) await this.#letOthers();
      }
    }
    return taken.sort((a, b) => a.first - b.first);
  }

  #take({ first, last }: Proposal): TakenTerm | undefined {
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
    this.#steps += Math.max(1, end - first);
    return found;
  }

  #compare(first: number, last: number): TakenTerm | undefined {
    const { tokens, lowered, hashes, loweredHashes } = this.#text;
    const mayFollow = !this.#text.casesOf(first, last).includes('mixed');
    const written = tokens.slice(first, last + 1).map(({ text }) => text);
    this.#steps += last - first;
    for (const table of this.#tables) {
      const exact = findEntry(table, mixed(hashes, first, last), written.join(''));
      if (exact !== undefined) return { first, last, entry: exact, isExact: true };
      if (!mayFollow) continue;
      const spelled = lowered.slice(first, last + 1).join('');
      const entry = findEntry(table, mixed(loweredHashes, first, last), spelled);
      if (entry !== undefined) return { first, last, entry, isExact: false };
    }
    return undefined;
  }

  async #letOthers(): Promise<void> {
    this.#steps = 0;
    await others();
  }
}

function mixed(hashes: Uint32Array, first: number, last: number): number {
  return hashes.subarray(first, last + 1).reduce(mixHash, emptyHash);
}
