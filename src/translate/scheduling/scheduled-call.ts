/**
 * The texts of one call for one pair of an engine. Either all of them are answered, or the whole call fails.
 */
import type { TranslateOptions } from '../../engines/engine.ts';
import type { Span } from '../../observability/tracing/span.ts';
import { type UnitOptions, withUnitOptions } from '../context/unit-options.ts';
import type { QueueItem } from './fair-queue.ts';

export interface WaitingText extends QueueItem {
  readonly call: ScheduledCall;
  readonly index: number;
  readonly text: string;
  readonly options: TranslateOptions | undefined;
}

interface CallExtras {
  readonly deadlineMs?: number | undefined;
  readonly options?: TranslateOptions | undefined;
  readonly unitOptions?: readonly (UnitOptions | undefined)[] | undefined;
  readonly span?: Span | undefined;
  readonly onBegin?: (() => void) | undefined;
}

export class ScheduledCall {
  readonly texts: readonly WaitingText[];
  readonly #result = Promise.withResolvers<string[]>();
  readonly answers = this.#result.promise;
  readonly characters: number;
  readonly span: Span | undefined;
  readonly deadlineMs: number;
  readonly #answered: string[];
  #missing: number;
  #isOver = false;
  /** Called when the first text is sent to the engine. */
  #onBegin: (() => void) | undefined;

  constructor(
    teamId: string,
    texts: readonly string[],
    { deadlineMs = Number.POSITIVE_INFINITY, options, unitOptions, span, onBegin }: CallExtras = {},
  ) {
    this.deadlineMs = deadlineMs;
    this.span = span;
    this.#onBegin = onBegin;
    // Texts with equal options may share a batch.
    const kind = options && JSON.stringify(options);
    this.texts = texts.map((text, index) => {
      const own = unitOptions?.[index];
      return {
        call: this,
        index,
        text,
        teamId,
        options: withUnitOptions(options, own),
        // Neighbours and terms belong to a team, and no other team's texts go along with them.
        kind: own === undefined ? kind : `${teamId}\n${own.key}\n${kind ?? ''}`,
        characters: Math.max(1, text.length),
        charactersOfBatch: own?.context?.length ?? 0,
      };
    });
    this.characters = this.texts.reduce((sum, { characters }) => sum + characters, 0);
    this.#answered = new Array<string>(texts.length);
    this.#missing = texts.length;
  }

  /** The call is answered or has failed, so no caller waits for its remaining texts. */
  get isOver(): boolean {
    return this.#isOver;
  }

  begin(): void {
    this.#onBegin?.();
    this.#onBegin = undefined;
  }

  accept(index: number, answer: string): void {
    if (this.#isOver) return;
    this.#answered[index] = answer;
    if (--this.#missing > 0) return;
    this.#isOver = true;
    this.#result.resolve(this.#answered);
  }

  fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#result.reject(reason);
  }
}
