/**
 * One pair of one engine: what waits for it, and what it works on. Batches form from whatever waits when the engine
 * has room for one, over all calls and teams; nothing waits for a timer.
 */
import { type Engine, EngineError, type TranslateOptions } from '../../engines/engine.ts';
import type { Span } from '../../observability/tracing/span.ts';
import { checkAnswers } from './answer-guard.ts';
import type { EngineSlots } from './engine-slots.ts';
import { FairQueue } from './fair-queue.ts';
import { ScheduledCall, type WaitingText } from './scheduled-call.ts';
import { Sharing } from './sharing.ts';
import { Throughput } from './throughput.ts';

/** Refused on arrival: whoever comes now would not be served in time. */
export class OverloadError extends EngineError {}

/**
 * An engine may get slower while a call waits, and one that is served a moment too late was work for nothing: what
 * is let in should need no more than half of its time.
 */
const caution = 2;

/**
 * Before a call has said how much it brings, it is refused when what waits takes this part of its time: the rest is for
 * calls whose bodies are being read.
 */
const decidedOnArrival = 0.9;

/** However fast an engine is, more than this only fills the memory. */
const maxWaitingCharacters = 20_000_000;

/** On whose behalf, for how long, and how. */
export interface Work {
  readonly teamId: string;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  readonly options?: TranslateOptions | undefined;
  /** What the work is part of, where it is traced. */
  readonly span?: Span | undefined;
}

/** As a lane sees it. */
interface LaneWork extends Work {
  /** Told when the first of the texts goes to the engine. */
  readonly onBegin?: (() => void) | undefined;
}

interface Pair {
  readonly source: string;
  readonly target: string;
}

interface BatchUnderWay {
  readonly texts: readonly WaitingText[];
  readonly controller: AbortController;
}

export class Lane {
  readonly #engine: Engine;
  readonly #pair: Pair;
  readonly #queue = new FairQueue<WaitingText>();
  /** Texts of batches that failed, by call: if one of them is to blame, it takes only its own call down. */
  readonly #apart: WaitingText[][] = [];
  readonly #underWay = new Set<BatchUnderWay>();
  readonly #throughput = new Throughput();
  readonly #sharing = new Sharing();
  /** Where the lanes of an engine share what it can do. */
  readonly #slots: EngineSlots | undefined;
  readonly #dispatchLater = () => this.#dispatch();
  #costUnderWay = 0;
  #stallTimer: NodeJS.Timeout | undefined;

  constructor(engine: Engine, pair: Pair, slots?: EngineSlots) {
    this.#engine = engine;
    this.#slots = slots;
    this.#pair = pair;
  }

  get waitingCharacters(): number {
    return this.#queue.cost;
  }

  get batchesUnderWay(): number {
    return this.#underWay.size;
  }

  /** One answer for each text, in order. Rejects with the signal's reason once it is aborted. */
  async translate(texts: readonly string[], work: LaneWork): Promise<string[]> {
    const { teamId, deadlineMs, signal } = work;
    signal.throwIfAborted();
    if (texts.length === 0) return [];
    const call = new ScheduledCall(teamId, texts, work);
    this.#refuseIfTooLate(call, teamId, deadlineMs);
    for (const text of call.texts) this.#queue.add(text);
    const abort = () => this.#drop(call, signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.#sharing.note(teamId);
    this.#dispatch();
    try {
      return await call.answers;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** A team waits for its own texts, and for those of others only as far as they take turns. */
  #refuseIfTooLate(call: ScheduledCall, teamId: string, deadlineMs: number): void {
    if (this.#queue.cost + call.cost > maxWaitingCharacters)
      throw new OverloadError('too many texts wait for the engine');
    if (this.#expectedMs(teamId, call.cost) * caution > deadlineMs - Date.now()) {
      throw new OverloadError('the engine can not serve the call before its deadline');
    }
  }

  /** Whether a team's call is refused whatever it brings. For a team that has nothing waiting, only what is under way counts. */
  isOverloadedFor(teamId: string, deadlineMs: number): boolean {
    if (this.#queue.cost >= maxWaitingCharacters) return true;
    return this.#expectedMs(teamId, 0) * caution > (deadlineMs - Date.now()) * decidedOnArrival;
  }

  #expectedMs(teamId: string, callCost: number): number {
    if (!this.#isFull) return 0;
    const { cost, teamCount } = this.#queue;
    const own = this.#queue.costOf(teamId) + callCost;
    const ahead = Math.min(cost + callCost, own * Math.max(1, teamCount)) + this.#costUnderWay;
    return this.#throughput.expectedMs(ahead) ?? 0;
  }

  /** What still waits leaves at once; what is inside the engine is given up when nobody else is in its batch. */
  #drop(call: ScheduledCall, reason: unknown): void {
    call.fail(reason);
    for (const text of call.texts) this.#queue.remove(text);
    for (const { texts, controller } of this.#underWay) {
      if (texts.every(({ call }) => call.isOver)) controller.abort(reason);
    }
  }

  /** What is inside the engine is past any fairness, so less is let in while several teams ask. */
  get #isFull(): boolean {
    const { batchesAtOnce, batchesWhenShared = batchesAtOnce } = this.#engine.capacity;
    if (this.#slots?.isFull) return true;
    return this.#underWay.size >= (this.#sharing.isShared ? batchesWhenShared : batchesAtOnce);
  }

  #dispatch(): void {
    const { textsPerBatch, charactersPerBatch } = this.#engine.capacity;
    const mayTake = (teamId: string) => this.#slots?.mayUse(teamId) ?? true;
    while (!this.#isFull) {
      const texts = this.#nextApart(mayTake) ?? this.#queue.take(textsPerBatch, charactersPerBatch, mayTake);
      if (texts.length === 0) break;
      void this.#run(texts);
    }
    if (this.#queue.cost > 0 || this.#apart.length > 0) this.#slots?.whenFree(this.#dispatchLater);
  }

  #nextApart(mayTake: (teamId: string) => boolean): WaitingText[] | undefined {
    for (const texts of [...this.#apart]) {
      const [first] = texts;
      const isOver = first === undefined || first.call.isOver;
      if (!isOver && !mayTake(first.teamId)) continue;
      this.#apart.splice(this.#apart.indexOf(texts), 1);
      if (!isOver) return texts;
    }
    return undefined;
  }

  async #run(texts: readonly WaitingText[]): Promise<void> {
    const batch = { texts, controller: new AbortController() };
    const cost = texts.reduce((sum, text) => sum + text.cost, 0);
    const teamIds = new Set(texts.map(({ teamId }) => teamId));
    this.#slots?.take(teamIds);
    this.#underWay.add(batch);
    this.#costUnderWay += cost;
    if (this.#isFull) this.#throughput.begin();
    this.#stallTimer ??= this.#startStallTimer();
    for (const { call } of texts) call.begin();
    try {
      const sent = texts.map(({ text }) => text);
      const answers = await this.#ask(sent, texts, batch.controller.signal);
      checkAnswers(sent, answers);
      for (const [i, { call, index }] of texts.entries()) call.accept(index, answers[i] ?? '');
      this.#stallTimer?.refresh();
    } catch (error) {
      if (!batch.controller.signal.aborted) this.#recover(texts, error);
    }
    this.#underWay.delete(batch);
    this.#costUnderWay -= cost;
    this.#throughput.note(cost, this.#queue.cost > 0);
    if (this.#underWay.size === 0) this.#clearStallTimer();
    this.#slots?.free(teamIds);
    this.#dispatch();
  }

  /** An engine that doesn't let go when it is told to must not keep its place here. */
  #ask(texts: readonly string[], waiting: readonly WaitingText[], signal: AbortSignal): Promise<string[]> {
    const options = waiting[0]?.call.options;
    // A batch may be of several calls, and a question has one parent: the first of them that is traced.
    const traceparent = waiting.find(({ call }) => call.span)?.call.span?.traceparent;
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#engine.translate({ ...this.#pair, texts, options, traceparent }, signal).then(resolve, reject);
    });
  }

  #recover(texts: readonly WaitingText[], error: unknown): void {
    this.#stallTimer?.refresh();
    const byCall = Map.groupBy(texts, ({ call }) => call);
    const [call] = byCall.keys();
    if (byCall.size > 1) this.#apart.push(...byCall.values());
    else if (call !== undefined) this.#drop(call, error);
  }

  /** Counts from the last sign of life: an engine that works on something and gives nothing back hangs. */
  #startStallTimer(): NodeJS.Timeout {
    const { stallMs } = this.#engine.capacity;
    return setTimeout(() => {
      this.#clearStallTimer();
      this.#failAll(new EngineError(`gave nothing back for ${stallMs} ms`));
    }, stallMs);
  }

  #clearStallTimer(): void {
    clearTimeout(this.#stallTimer);
    this.#stallTimer = undefined;
  }

  /** Everything that waits or is under way fails, so that it can still go elsewhere; what comes is taken again. */
  #failAll(error: EngineError): void {
    const inHand = [...this.#underWay].flatMap(({ texts }) => texts);
    for (const { call } of [...inHand, ...this.#apart.flat(), ...this.#queue.takeAll()]) {
      if (!call.isOver) this.#drop(call, error);
    }
  }
}
