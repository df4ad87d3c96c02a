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
  /** The work for its texts, in characters. */
  readonly weight: number;
  /** Whether all its texts are short enough to share a job with texts of others. */
  readonly isShareable: boolean;
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

/** A longer text is not combined with others: short texts would wait for it, and it gains little. */
const maxSharedLength = 200;

/**
 * Some characters become a whole phrase (U+FDFA). HTML and texts of several sentences share their call with no other
 * text, so nothing is gained by combining them. Determined once, because portions are compared on every dispatch.
 */
function measureText(text: string, isHtml: boolean): { weight: number; isShareable: boolean } {
  // HTML is not split, so it may be long.
  if (isHtml) return { weight: text.length + charactersPerCall, isShareable: false };
  const { length } = text.normalize('NFKC');
  if (mayHaveSeveralSentences(text)) return { weight: length + charactersPerCall, isShareable: false };
  return { weight: length, isShareable: length <= maxSharedLength };
}

/**
 * Splits a lost portion into single texts: if one of them causes the failure, it affects no other text again.
 */
export function splitIntoSingleTexts({ batch, indexes, texts, tries, weight }: Portion): Portion[] {
  return texts.map((text, i) => ({
    batch,
    indexes: [indexes[i] ?? 0],
    texts: [text],
    tries: tries + 1,
    weight: weight / texts.length,
    isShareable: false,
  }));
}

export class TextBatch {
  readonly model: Model;
  readonly isHtml: boolean;
  /** If undefined, the work belongs to no team. */
  readonly claim: Claim | undefined;
  readonly #result = Promise.withResolvers<string[]>();
  readonly answers = this.#result.promise;
  /** The caller no longer waits for it. */
  isOver = false;
  /** The time of its last turn. */
  waitingSince = performance.now();
  readonly #portions: Portion[];
  readonly #answered: string[];
  #missing: number;

  constructor(model: Model, texts: readonly string[], { isHtml, claim }: BatchOptions) {
    this.model = model;
    this.isHtml = isHtml;
    this.claim = claim;
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
    if (this.#missing === 0) this.#result.resolve(this.#answered);
  }

  fail(reason: unknown): void {
    this.isOver = true;
    this.#portions.length = 0;
    this.#result.reject(reason);
  }
}

function portionsOf(batch: TextBatch, texts: readonly string[]): Portion[] {
  const portions: (Portion & { indexes: number[]; texts: string[]; weight: number; isShareable: boolean })[] =
    [];
  for (const [index, text] of texts.entries()) {
    const { weight, isShareable } = measureText(text, batch.isHtml);
    let portion = portions.at(-1);
    if (portion === undefined || portion.weight + weight > charactersPerPortion) {
      portion = { batch, indexes: [], texts: [], tries: 0, weight: 0, isShareable: true };
      portions.push(portion);
    }
    portion.indexes.push(index);
    portion.texts.push(text);
    portion.weight += weight;
    portion.isShareable &&= isShareable;
  }
  return portions;
}
