import type { Claim, Pace, TranslateBatch } from '../engine.ts';
import type { Question } from './pipeline.ts';
import { workLimitMs } from './work-limit.ts';

/** A text that was sent to a pipeline at least once. */
export interface SentText extends Question {
  readonly batch: Batch;
  tries: number;
}

/** For whom a batch is translated. */
export type Caller = Pick<TranslateBatch, 'claim' | 'onBusy'>;

/** The memory overhead of a waiting text, in characters, so that many tiny texts count as well. */
const costPerText = 64;

/** The texts of one caller for one pair. Either all of them are answered, or none. */
export class Batch {
  readonly #result = Promise.withResolvers<string[]>();
  readonly answers = this.#result.promise;
  /** If undefined, the work belongs to no team. */
  readonly claim: Claim | undefined;
  readonly #onBusy: (() => void) | undefined;
  #texts: readonly string[];
  #taken = 0;
  #missing: number;
  #answered: string[];
  #isOver = false;

  constructor(texts: readonly string[], { claim, onBusy }: Caller = {}) {
    this.claim = claim;
    this.#onBusy = onBusy;
    this.#texts = texts;
    this.#missing = texts.length;
    this.#answered = new Array<string>(texts.length);
  }

  /**
   * No caller waits for the rest: the batch is answered, the caller has cancelled, or one of its texts
   * failed.
   */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The batch with the lowest value goes first. */
  get order(): number {
    return this.claim?.order ?? 0;
  }

  get pace(): Pace {
    return this.claim?.pace ?? 'short';
  }

  /** The next text that has not been sent to a pipeline. */
  get nextText(): string | undefined {
    return this.#texts[this.#taken];
  }

  /** The cost of the texts that have not been sent. */
  get waitingCost(): number {
    return this.#texts.slice(this.#taken).reduce((sum, text) => sum + waitingCostOf(text), 0);
  }

  take(): SentText {
    const index = this.#taken++;
    const text = this.#texts[index];
    if (text === undefined) throw new Error('every text of the batch was taken already');
    const { claim } = this;
    return {
      text,
      batch: this,
      tries: 0,
      get isShort() {
        return (claim?.pace ?? 'short') === 'short';
      },
      maxWorkMs: workLimitMs(text, claim),
      answer: (translated) => this.#accept(index, translated),
      onBusy: () => this.#onBusy?.(),
      charge: (workedMs, wasCutOff) =>
        claim?.charge(workedMs ?? claim.usualMs(text.length), {
          characters: text.length,
          wasCutOff,
          isTypical: workedMs !== undefined,
        }),
    };
  }

  fail(reason: unknown): void {
    this.#finish();
    this.#result.reject(reason);
  }

  #accept(index: number, translated: string): void {
    if (this.#isOver) return;
    this.#answered[index] = translated;
    this.#missing--;
    if (this.#missing > 0) return;
    const answers = this.#answered;
    this.#finish();
    this.#result.resolve(answers);
  }

  // Texts still inside a pipeline refer to this batch, so it releases the memory that they do not need.
  #finish(): void {
    this.#isOver = true;
    this.#texts = [];
    this.#answered = [];
  }
}

export function waitingCostOf(text: string): number {
  return text.length + costPerText;
}

/** Returns the text whose team has used the least engine time. */
export function firstInOrder(texts: readonly SentText[]): SentText | undefined {
  let first: SentText | undefined;
  for (const text of texts) if (first === undefined || text.batch.order < first.batch.order) first = text;
  return first;
}
