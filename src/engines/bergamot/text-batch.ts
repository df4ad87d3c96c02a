/** The texts of one call to the engine, handed out in portions of about a quarter of a second. */
import type { Claim } from '../engine.ts';
import type { Model } from './models.ts';

/** One thread gets through 2,500 characters a second, or a little more. */
export const charactersPerPortion = 600;

export interface Portion {
  readonly batch: TextBatch;
  /** Where the answers belong. */
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

/** Usually one; a text that can't be cut can be as long as several. */
export function lengthInPortions(portion: Portion): number {
  return Math.max(1, charactersOf(portion) / charactersPerPortion);
}

/** The texts of a lost portion: if one of them is to blame, it takes no other with it again. */
export function eachAlone({ batch, indexes, texts, tries }: Portion): Portion[] {
  return texts.map((text, i) => ({ batch, indexes: [indexes[i] ?? 0], texts: [text], tries: tries + 1 }));
}

export class TextBatch {
  readonly model: Model;
  readonly isHtml: boolean;
  /** Without it the caller is nobody's team. */
  readonly claim: Claim | undefined;
  readonly answers: Promise<string[]>;
  /** Nobody waits for it any more. */
  isOver = false;
  /** Since it last got its turn. */
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

  /** The lowest goes first. */
  get order(): number {
    return this.claim?.order ?? 0;
  }

  get hasWork(): boolean {
    return this.#portions.length > 0;
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
    if (portion === undefined || text.length > room) {
      portion = { batch, indexes: [], texts: [], tries: 0 };
      portions.push(portion);
      room = charactersPerPortion;
    }
    portion.indexes.push(index);
    portion.texts.push(text);
    room -= text.length;
  }
  return portions;
}
