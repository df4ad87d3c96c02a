/**
 * Live translation while a person types: decides which sentences to send at each pause, and puts the answers
 * together. It has no timers and sends nothing itself; `now` is in milliseconds, from any start.
 */

import { newId } from '../new-id.ts';
import { alignShown, type ShownSentence } from './align-shown.ts';
import { firstBatch } from './first-batch.ts';
import { separatorsFor } from './join-sentences.ts';
import type { LiveCall, LiveRequest } from './live-call.ts';
import { keyOf, type LiveLimits, type LiveSettings } from './live-settings.ts';
import { LostCalls } from './lost-calls.ts';
import { SentenceMemories } from './sentence-memories.ts';
import { ServerWaits } from './server-waits.ts';
import { SourceLanguage } from './source-language.ts';
import { SpeculationBudget } from './speculation-budget.ts';
import { countCharacters, type Sentence, SentenceSplitter, type SplitText } from './split-sentences.ts';
import { surroundings } from './surroundings.ts';

export interface LiveTranslation {
  readonly text: string;
  readonly detectedSourceLanguage: string;
}

interface Failure {
  readonly retryAt?: number | undefined;
  /** Whether it may have been charged. */
  readonly isUnconfirmed?: boolean;
  /** Whether the server will never answer this call, so that its id is of no use. */
  readonly isFinal?: boolean;
}

/** After this pause, sentences that are certain or have clearly ended are sent. */
const pauseMs = 400;
/** After this one also a sentence that may still be typed, once. */
const longPauseMs = 1_500;

/** A long text is sent in parts, a few at a time: its beginning is there early. */
const maxRunning = 3;

interface RunningCall extends LiveCall {
  readonly abort: AbortController;
  readonly wholeText: string;
}

export class LivePlanner<Translation extends LiveTranslation = LiveTranslation> {
  readonly #limits: LiveLimits;
  readonly #memories = new SentenceMemories<Translation>();
  readonly #budget = new SpeculationBudget();
  readonly #source = new SourceLanguage();
  readonly #waits = new ServerWaits();
  readonly #running = new Set<RunningCall>();
  readonly #lost = new LostCalls();
  readonly #failed = new Set<string>();
  #settings: LiveSettings;
  readonly #splitter: SentenceSplitter;
  #split: SplitText = { indent: '', sentences: [], rest: '' };
  #text = '';
  #changedAt = 0;
  /** The place of the unfinished sentence that was sent last: it is not sent again while it grows. */
  #speculatedAt = -1;
  /** What is shown for sentences without a translation: the last good one of the same place. */
  #shown: readonly ShownSentence[] = [];

  constructor(settings: LiveSettings, limits: LiveLimits) {
    this.#settings = settings;
    this.#limits = limits;
    this.#splitter = new SentenceSplitter(limits.maxCharacters);
  }

  get detectedLanguage(): string | undefined {
    return this.#settings.sourceLang ?? this.#source.shown;
  }

  change(text: string, now: number): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#changedAt = now;
    this.#failed.clear();
    this.#resplit();
  }

  configure(settings: LiveSettings, now: number): void {
    if (keyOf(settings) === keyOf(this.#settings)) return;
    if (settings.sourceLang !== this.#settings.sourceLang) this.#source.forget();
    if (settings.targetLang !== this.#settings.targetLang) this.#shown = [];
    this.#settings = settings;
    this.#changedAt = now;
    this.#speculatedAt = -1;
    this.#failed.clear();
    this.#abortUnwanted();
  }

  /** When to plan next; undefined: not before the next change, or the end of a call. */
  nextPlanAt(now: number): number | undefined {
    if (this.isBusy) return undefined;
    const at = [this.#changedAt + pauseMs, this.#changedAt + longPauseMs]
      .map((time) => Math.max(time, this.#waits.until))
      .find((time) => this.#wanted(Math.max(time, now), false).length > 0);
    return at === undefined ? undefined : Math.max(at, now);
  }

  /** The call to make now, if any. `isAsked`: the person wants everything translated, also what has not ended. */
  plan(now: number, isAsked = false): LiveCall | undefined {
    if (isAsked) {
      this.#failed.clear();
      this.#waits.reset();
    }
    if (this.isBusy) return undefined;
    const wanted = this.#wanted(now, isAsked);
    const lost = this.#lost.take(this.#settings, textsOf(wanted), textsOf(this.#missing()));
    const texts = lost?.texts ?? firstBatch(wanted, this.#limits.maxTexts);
    if (texts.length === 0) return undefined;
    const sent = new Set(texts);
    for (const sentence of wanted) if (sent.has(sentence.text)) this.#note(sentence);
    const abort = new AbortController();
    const call: RunningCall = {
      ...(lost ?? { id: newId(), ...this.#ask(texts) }),
      signal: abort.signal,
      abort,
      wholeText: this.#text,
    };
    this.#running.add(call);
    return call;
  }

  /** Whether the next call has to wait for the end of another. */
  get isBusy(): boolean {
    return this.#running.size >= maxRunning;
  }

  /** In any order: an answer belongs to its sentences, not to a moment. */
  answer(call: LiveCall, translations: readonly Translation[]): void {
    const running = this.#end(call);
    this.#lost.forget(call);
    this.#waits.answered();
    const memory = this.#memories.of(call.settings);
    for (const [i, sentence] of call.texts.entries()) {
      const translation = translations[i];
      if (translation !== undefined) memory.set(sentence, translation);
    }
    if (running === undefined || call.sourceLang !== undefined) return;
    const found = translations.map(({ detectedSourceLanguage: language }, i) => ({
      language,
      characters: countCharacters(call.texts[i] ?? ''),
    }));
    this.#source.detected(running.wholeText, found);
  }

  /**
   * What is shown stays. The sentences are sent again after the next change, or if the person asks. With `retryAt`, nothing
   * is sent before then, and they are sent again without a change, but not more than a few times in a row. A call that may
   * have been charged (`isUnconfirmed`) is repeated as it was, which costs nothing if it was charged. That a repeat is
   * refused for now says nothing about the first attempt.
   */
  fail(call: LiveCall, now: number, { retryAt, isUnconfirmed, isFinal }: Failure = {}): void {
    this.#end(call);
    if (call.signal.aborted) return;
    if (isUnconfirmed) this.#lost.keep(call);
    else if (isFinal) this.#lost.forget(call);
    if (retryAt !== undefined && this.#waits.add(retryAt, now)) return;
    for (const sentence of call.texts) this.#failed.add(sentence);
    this.#failOthers();
  }

  /** What failed is sent again without a change: its cause is gone. */
  retry(): void {
    this.#failed.clear();
  }

  /** What is not under way would probably fail as well: one error is enough for a long text. */
  #failOthers(): void {
    const isUnderWay = new Set([...this.#running].flatMap(({ texts }) => texts));
    for (const { text } of this.#missing()) if (!isUnderWay.has(text)) this.#failed.add(text);
  }

  /** Whether sentences wait for a change, or for the person to ask. */
  get hasFailed(): boolean {
    return this.#failed.size > 0;
  }

  /** Whether the server refused every attempt, and the person has to ask for the next one. */
  get hasGivenUp(): boolean {
    return this.hasFailed && this.#waits.areUsedUp;
  }

  /** Another translation of a sentence, which the person prefers. */
  prefer(sentence: string, text: string): void {
    const memory = this.#memories.of(this.#settings);
    const known = memory.get(sentence);
    if (known !== undefined) memory.set(sentence, { ...known, text });
  }

  /** A call for one sentence beside the plan: how it is to be understood. */
  callFor(sentence: string): LiveRequest {
    return this.#ask([sentence]);
  }

  view() {
    const memory = this.#memories.of(this.#settings);
    const places = alignShown(this.#shown, this.#split.sentences);
    const parts = this.#split.sentences.map(({ text, separator }, i) => {
      const translation = memory.get(text);
      const stale = translation === undefined ? (places[i] ?? '') : '';
      return { source: text, separator, translation, text: translation?.text ?? stale };
    });
    this.#shown = parts.map(({ source, text }) => ({ sentence: source, translation: text }));
    const separators = separatorsFor(parts, this.#settings.targetLang);
    const shown = parts.map((part, i) => ({ ...part, separator: separators[i] ?? '' }));
    return {
      text: this.#split.indent + shown.map(({ text, separator }) => text + separator).join(''),
      parts: shown,
      isComplete: parts.every(({ translation }) => translation !== undefined),
      isWaiting: this.#running.size > 0,
      untranslatedCharacters: countCharacters(this.#split.rest),
    };
  }

  #ask(texts: readonly string[]): LiveRequest {
    return {
      settings: this.#settings,
      texts,
      sourceLang: this.#settings.sourceLang ?? this.#source.of(this.#text),
      context: surroundings(this.#split.sentences, texts),
    };
  }

  #resplit(): void {
    this.#split = this.#splitter.split(this.#text);
    if (this.#split.sentences.length === 0) this.#speculatedAt = -1;
    const memory = this.#memories.of(this.#settings);
    for (const { text, end } of this.#split.sentences)
      if (end === 'certain' && memory.has(text)) this.#budget.settle(text);
    this.#abortUnwanted();
  }

  #missing(): Sentence[] {
    const memory = this.#memories.of(this.#settings);
    return this.#split.sentences.filter(({ text }) => !memory.has(text));
  }

  #wanted(now: number, isAsked: boolean): Sentence[] {
    const idleMs = now - this.#changedAt;
    if (!isAsked && (idleMs < pauseMs || this.#waits.isWaiting(now))) return [];
    const memory = this.#memories.of(this.#settings);
    const key = keyOf(this.#settings);
    const running = [...this.#running].filter(({ settings }) => keyOf(settings) === key);
    const isUnderWay = new Set(running.flatMap(({ texts }) => texts));
    return this.#split.sentences.filter(({ text, end }, place) => {
      if (memory.has(text) || isUnderWay.has(text) || this.#failed.has(text)) return false;
      if (isAsked || end === 'certain') return true;
      if (!this.#budget.allows(text, end)) return false;
      return end === 'ended' || (idleMs >= longPauseMs && place !== this.#speculatedAt);
    });
  }

  #note({ text, end }: Sentence): void {
    if (end === 'certain') this.#budget.settle(text);
    else this.#budget.speculate(text);
    if (end === 'open' || end === 'doubtful')
      this.#speculatedAt = this.#split.sentences.findLastIndex((each) => each.text === text);
  }

  /** A call goes on as long as one of its sentences is wanted: it may already be charged. */
  #abortUnwanted(): void {
    if (this.#running.size === 0) return;
    const key = keyOf(this.#settings);
    const present = new Set(this.#split.sentences.map(({ text }) => text));
    for (const call of this.#running) {
      const isWanted = keyOf(call.settings) === key && call.texts.some((text) => present.has(text));
      if (isWanted) continue;
      this.#running.delete(call);
      // The charge may have been made: whoever undoes the change gets the same call.
      this.#lost.keep(call, true);
      call.abort.abort();
    }
  }

  #end(call: LiveCall): RunningCall | undefined {
    const running = [...this.#running].find((each) => each === call);
    if (running !== undefined) this.#running.delete(running);
    return running;
  }
}

function textsOf(sentences: readonly Sentence[]): ReadonlySet<string> {
  return new Set(sentences.map(({ text }) => text));
}
