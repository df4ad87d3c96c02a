/** The texts of one call to the engine, divided into portions of about a quarter of a second of work. */
import type { Claim } from '../engine.ts';
import type { Model } from './models.ts';
import { mayHaveSeveralSentences } from './text-groups.ts';

/** One thread translates about 2,500 characters a second with the built-in kernel. */
export const charactersPerPortion = 600;

export interface Portion {
  readonly batch: TextBatch;
  /** The indexes of the texts in the batch. */
  readonly indexes: readonly number[];
  readonly texts: readonly string[];
  readonly tries: number;
}

export interface BatchOptions {
  readonly isHtml: boolean;
  readonly claim?: Claim | undefined;
}

export function charactersOf({ texts }: Portion): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** What a call to the WASM costs apart from its text, in characters. */
const charactersPerCall = 50;

/**
 * The work for a text, in characters. Some characters become a whole phrase (U+FDFA), and a text of several
 * sentences shares its call with no other.
 */
export function weightOf(text: string): number {
  const { length } = text.normalize('NFKC');
  return length + (mayHaveSeveralSentences(text) ? charactersPerCall : 0);
}

/**
 * Splits a lost portion into single texts: if one of them causes the failure, it affects no other text again.
 */
export function splitIntoSingleTexts({ batch, indexes, texts, tries }: Portion): Portion[] {
  return texts.map((text, i) => ({ batch, indexes: [indexes[i] ?? 0], texts: [text], tries: tries + 1 }));
}

export class TextBatch {
  readonly model: Model;
  readonly isHtml: boolean;
  /** If undefined, the work belongs to no team. */
  readonly claim: Claim | undefined;
  readonly answers: Promise<string[]>;
  /** The caller no longer waits for it. */
  isOver = false;
  /** The time of its last turn. */
  waitingSince = performance.now();
  readonly #portions: Portion[];
  readonly #answered: string[];
  readonly #resolve: (answers: string[]) => void;
  readonly #reject: (reason: unknown) => void;
  #missing: number;

  constructor(model: Model, texts: readonly string[], { isHtml, claim }: BatchOptions) {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    this.model = model;
    this.isHtml = isHtml;
    this.claim = claim;
    this.answers = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#answered = new Array<string>(texts.length);
    this.#missing = texts.length;
    this.#portions = portionsOf(this, texts);
  }

  /** The batch with the lowest value goes first. */
  get order(): number {
    return this.claim?.order ?? 0;
  }

  get hasWork(): boolean {
    return this.#portions.length > 0;
  }

  /** What `take` would return. */
  get next(): Portion | undefined {
    return this.#portions[0];
  }

  take(): Portion | undefined {
    this.waitingSince = performance.now();
    return this.#portions.shift();
  }

  takeBack(portions: readonly Portion[]): void {
    this.#portions.unshift(...portions);
  }

  accept({ indexes }: Portion, answers: readonly string[]): void {
    for (const [i, index] of indexes.entries()) this.#answered[index] = answers[i] ?? '';
    this.#missing -= indexes.length;
    if (this.#missing === 0) this.#resolve(this.#answered);
  }

  fail(reason: unknown): void {
    this.isOver = true;
    this.#portions.length = 0;
    this.#reject(reason);
  }
}

function portionsOf(batch: TextBatch, texts: readonly string[]): Portion[] {
  const portions: { batch: TextBatch; indexes: number[]; texts: string[]; tries: number }[] = [];
  let room = 0;
  for (const [index, text] of texts.entries()) {
    let portion = portions.at(-1);
    const weight = weightOf(text);
    if (portion === undefined || weight > room) {
      portion = { batch, indexes: [], texts: [], tries: 0 };
      portions.push(portion);
      room = charactersPerPortion;
    }
    portion.indexes.push(index);
    portion.texts.push(text);
    room -= weight;
  }
  return portions;
}
