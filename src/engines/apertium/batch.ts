import type { Question } from './pipeline.ts';

/** A text that was given to a pipeline at least once. */
export interface SentText extends Question {
  readonly batch: Batch;
  tries: number;
}

/** What a waiting text costs in memory on top of its characters, so that many tiny texts count as well. */
const costPerText = 64;

/** The texts of one caller for one pair: they are all answered, or none is. */
export class Batch {
  readonly answers: Promise<string[]>;
  #texts: readonly string[];
  #taken = 0;
  #missing: number;
  #answered: string[];
  #isOver = false;
  readonly #resolve: (answers: string[]) => void;
  readonly #reject: (reason: unknown) => void;

  constructor(texts: readonly string[]) {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    this.answers = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#texts = texts;
    this.#missing = texts.length;
    this.#answered = new Array<string>(texts.length);
  }

  /** Nobody waits for the rest any more: it is answered, the caller is gone, or one of its texts failed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The next text that no pipeline has got yet. */
  get nextText(): string | undefined {
    return this.#texts[this.#taken];
  }

  /** Of the texts that still wait. */
  get waitingCost(): number {
    return this.#texts.slice(this.#taken).reduce((sum, text) => sum + waitingCostOf(text), 0);
  }

  take(): SentText {
    const index = this.#taken++;
    const text = this.#texts[index];
    if (text === undefined) throw new Error('every text of the batch was taken already');
    return { text, batch: this, tries: 0, answer: (translated) => this.#accept(index, translated) };
  }

  fail(reason: unknown): void {
    this.#finish();
    this.#reject(reason);
  }

  #accept(index: number, translated: string): void {
    if (this.#isOver) return;
    this.#answered[index] = translated;
    this.#missing--;
    if (this.#missing > 0) return;
    const answers = this.#answered;
    this.#finish();
    this.#resolve(answers);
  }

  // Texts still inside a pipeline point here: what they don't need is let go.
  #finish(): void {
    this.#isOver = true;
    this.#texts = [];
    this.#answered = [];
  }
}

export function waitingCostOf(text: string): number {
  return text.length + costPerText;
}
