/**
 * A text on the Translate page and its translation. It runs the live planner: timers, calls, errors. It outlives its page,
 * so that somebody who comes back finds text and translation, and pays for neither again.
 */
import { Refusal } from '../../api/client.ts';
import { isFinalRefusal, type LiveAnswer, type SentenceTranslation } from '../../api/live-translation.ts';
import type { LiveCall, LiveRequest } from '../../lib/live/live-call.ts';
import { LivePlanner } from '../../lib/live/live-planner.ts';
import type { LiveSettings } from '../../lib/live/live-settings.ts';

/** The most characters that the server takes, which the counter shows, and the texts of one call. */
export const callLimits = { maxCharacters: 131_072, maxTexts: 100 };

/** Typing only stores the text. What follows from it is worked out this much later, for several keys at once. */
const digestMs = 40;

export type Shown = ReturnType<LivePlanner<SentenceTranslation>['view']> & {
  /** Of the last call; the translation stays. */
  readonly error: Error | null;
  /** Whether its sentences are sent again without the person: `no`, `later`, or `never` after too many attempts. */
  readonly retry: 'no' | 'later' | 'never';
  readonly detectedLanguage: string | undefined;
  /** Whether an unfinished sentence waits for its end, or for the person: it would cost too much to guess. */
  readonly isHeld: boolean;
};

export class LiveSession {
  readonly #send: (call: LiveCall) => Promise<LiveAnswer>;
  readonly #planner: LivePlanner<SentenceTranslation>;
  readonly #listeners = new Set<() => void>();
  #text = '';
  #changedAt = 0;
  #error: Error | null = null;
  #shown: Shown;
  #digestTimer: ReturnType<typeof setTimeout> | undefined;
  #planTimer: ReturnType<typeof setTimeout> | undefined;
  /** Nothing is sent while its page is not open. */
  #isOpen = false;
  /** The person asked before the page was ready, or for more than fits into the calls under way. */
  #isAsked = false;

  constructor(settings: LiveSettings, send: (call: LiveCall) => Promise<LiveAnswer>) {
    this.#send = send;
    this.#planner = new LivePlanner(settings, callLimits);
    this.#shown = this.#look();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get text(): string {
    return this.#text;
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Returns the function that closes it. */
  readonly open = (): (() => void) => {
    this.#isOpen = true;
    if (this.#isAsked) this.#run(true);
    else this.#schedule();
    addEventListener('online', this.#reconnect);
    return () => {
      this.#isOpen = false;
      removeEventListener('online', this.#reconnect);
      clearTimeout(this.#planTimer);
    };
  };

  /** The browser has a connection again, which ends no other error. */
  readonly #reconnect = (): void => {
    if (!(this.#error instanceof Refusal) || this.#error.code !== 'unreachable') return;
    this.#planner.retry();
    this.#schedule();
  };

  change(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#changedAt = performance.now();
    this.#tell();
    this.#digestTimer ??= setTimeout(() => this.#digest(), digestMs);
  }

  configure(settings: LiveSettings): void {
    this.#planner.configure(settings, performance.now());
    if (!this.#planner.hasFailed) this.#error = null;
    this.#digest();
  }

  /** Puts the translation in the place of the text, if it is whole: nothing that was typed may be lost. */
  replaceByTranslation(): void {
    // The last keys may not be worked out yet.
    this.#digest();
    const { text, isComplete, untranslatedCharacters } = this.#shown;
    if (isComplete && untranslatedCharacters === 0 && text !== '') this.change(text);
  }

  /** Everything, also what has not ended, and what failed before. */
  translateNow(): void {
    this.#digest();
    // Before the languages are known there is nothing to send the text to.
    if (this.#isOpen) this.#run(true);
    else this.#isAsked = true;
  }

  /** The call for other wordings of a sentence. */
  callFor(sentence: string): LiveRequest {
    return this.#planner.callFor(sentence);
  }

  prefer(sentence: string, text: string): void {
    this.#planner.prefer(sentence, text);
    this.#show();
  }

  #digest(): void {
    clearTimeout(this.#digestTimer);
    this.#digestTimer = undefined;
    this.#planner.change(this.#text, this.#changedAt);
    if (this.#text.trim() === '') this.#error = null;
    this.#show();
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#planTimer);
    if (!this.#isOpen) return;
    const now = performance.now();
    const at = this.#planner.nextPlanAt(now);
    if (at !== undefined) this.#planTimer = setTimeout(() => this.#run(false), at - now);
  }

  #run(isAsked: boolean): void {
    this.#isAsked = false;
    const calls: LiveCall[] = [];
    for (let call = this.#planner.plan(performance.now(), isAsked); call !== undefined; ) {
      calls.push(call);
      call = this.#planner.plan(performance.now(), isAsked);
    }
    this.#isAsked = isAsked && this.#planner.isBusy;
    for (const call of calls) void this.#make(call);
    this.#show();
    this.#schedule();
  }

  async #make(call: LiveCall): Promise<void> {
    try {
      const { translations } = await this.#send(call);
      this.#planner.answer(call, translations);
      // Sentences of another call may have failed: the person is told until they are sent again.
      if (!this.#planner.hasFailed) this.#error = null;
    } catch (error) {
      const now = performance.now();
      this.#planner.fail(call, now, failureOf(error, now));
      // Nobody waits for what was aborted.
      if (call.signal.aborted) return;
      // The rest of what was asked for is not sent to a server that refuses it.
      this.#isAsked = false;
      this.#error = error as Error;
    }
    if (this.#isAsked && this.#isOpen) return this.#run(true);
    this.#show();
    this.#schedule();
  }

  #look(): Shown {
    const view = this.#planner.view();
    return {
      ...view,
      error: this.#error,
      retry: this.#retry(),
      detectedLanguage: this.#planner.detectedLanguage,
      isHeld: !view.isComplete && !view.isWaiting && this.#isHeld(),
    };
  }

  #isHeld(): boolean {
    const isStopped = this.#error !== null || this.#planner.hasFailed;
    return this.#isOpen && !isStopped && this.#planner.nextPlanAt(performance.now()) === undefined;
  }

  #retry(): Shown['retry'] {
    if (this.#error instanceof Refusal && this.#error.retryAfterMs !== undefined) {
      if (!this.#planner.hasFailed) return 'later';
      if (this.#planner.hasGivenUp) return 'never';
    }
    return 'no';
  }

  #show(): void {
    this.#shown = this.#look();
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function failureOf(error: unknown, now: number) {
  if (!(error instanceof Refusal)) return {};
  const { code, retryAfterMs, isUnconfirmed } = error;
  // Its sentences are sent at once in a new call.
  const waitMs = code === 'replay_unavailable' ? 0 : retryAfterMs;
  return {
    retryAt: waitMs === undefined ? undefined : now + waitMs,
    isUnconfirmed,
    isFinal: isFinalRefusal(error),
  };
}
