/**
 * The queue of one pair of one engine: waiting texts and batches in progress. A batch is formed from the
 * waiting texts of all calls and teams when the engine has room for it; no text waits for a timer.
 */
import { type Engine, EngineError } from '../../engines/engine.ts';
import { translateInPieces } from '../../engines/translate-in-pieces.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';
import { OverloadError } from '../overload-error.ts';
import type { BatchClaim } from './batch-claim.ts';
import { checkAnswerShape, readableAnswer } from './check-answer-shape.ts';
import { EngineSlots } from './engine-slots.ts';
import { FairQueue } from './fair-queue.ts';
import { ScheduledCall, type WaitingText } from './scheduled-call.ts';
import { TeamTimes } from './team-times.ts';
import { Throughput } from './throughput.ts';
import type { Work } from './work.ts';

/**
 * A call is admitted only if it is expected to need at most half of its time. The engine may slow down while
 * the call waits, and a call that is served too late is wasted work.
 */
const safetyFactor = 2;

/**
 * A call whose body has not been read is refused when the waiting work takes more than this share of its
 * time. The rest is reserved for calls whose bodies are being read.
 */
const arrivalShare = 0.9;

/** Regardless of the engine's speed, a longer queue would only fill the memory. */
const maxWaitingCharacters = 20_000_000;

interface QueuedWork extends Work {
  /** Called when the first text is sent to the engine. */
  readonly onBegin?: (() => void) | undefined;
}

interface BatchUnderWay {
  readonly texts: readonly WaitingText[];
  readonly claim: BatchClaim;
  readonly controller: AbortController;
}

/** State shared by the queues of an engine whose pairs use the same workers or connections. */
export interface SharedByQueues {
  readonly times?: TeamTimes | undefined;
  readonly slots?: EngineSlots | undefined;
}

export class EngineQueue {
  readonly #engine: Engine;
  readonly #pair: LanguagePair;
  readonly #times: TeamTimes;
  readonly #slots: EngineSlots;
  readonly #queue: FairQueue<WaitingText>;
  /**
   * Texts of failed batches, grouped by call and retried call by call: a text that causes the failure then
   * fails only its own call.
   */
  readonly #retries = new Set<readonly WaitingText[]>();
  readonly #underWay = new Set<BatchUnderWay>();
  readonly #throughput = new Throughput();
  #stallTimer: NodeJS.Timeout | undefined;

  constructor(engine: Engine, pair: LanguagePair, shared: SharedByQueues = {}) {
    this.#engine = engine;
    this.#pair = pair;
    const { workers, batchesAtOnce, batchesWhenShared: whenShared } = engine.capacity;
    const times = shared.times ?? new TeamTimes({ workers });
    this.#times = times;
    this.#slots =
      shared.slots ?? new EngineSlots(batchesAtOnce, { whenShared, isShared: () => times.isShared });
    this.#queue = new FairQueue<WaitingText>({
      orderOf: (teamId) => times.orderOf(teamId),
      mayTake: (text) => this.#mayTake(text),
      costOf: ({ teamId, characters }) => times.expectedMs(teamId, characters, 1),
    });
  }

  get waitingCharacters(): number {
    return this.#queue.characters;
  }

  get batchesUnderWay(): number {
    return this.#underWay.size;
  }

  /** Decides which queue of an engine goes next. */
  get nextOrder(): number | undefined {
    const orders = [this.#queue.nextOrder, this.#firstRetry()?.order].filter((order) => order !== undefined);
    return orders.length === 0 ? undefined : Math.min(...orders);
  }

  /** Returns one answer for each text, in order. Rejects with the signal's reason once it is aborted. */
  async translate(texts: readonly string[], work: QueuedWork): Promise<string[]> {
    const { charactersPerText } = this.#engine.capacity;
    // HTML is not split: a cut could fall between a tag and its end.
    if (charactersPerText === undefined || work.options?.markup === 'html')
      return this.#schedule(texts, work);
    // Pieces go without the neighbours of the text, which are counted once for the whole text.
    const pieceWork = { ...work, unitOptions: undefined };
    return translateInPieces(
      texts,
      (pieces) => this.#schedule(pieces, pieceWork),
      charactersPerText,
      this.#pair,
    );
  }

  async #schedule(texts: readonly string[], work: QueuedWork): Promise<string[]> {
    const { teamId, deadlineMs, signal } = work;
    signal.throwIfAborted();
    if (texts.length === 0) return [];
    const call = new ScheduledCall(teamId, texts, work);
    this.#refuseIfTooLate(call, teamId, deadlineMs);
    for (const text of call.texts) this.#queue.add(text);
    const abort = () => this.#drop(call, signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.#times.note(teamId);
    this.dispatch();
    try {
      return await call.answers;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** A team waits for its own texts, and for those of other teams only as far as they take turns. */
  #refuseIfTooLate(call: ScheduledCall, teamId: string, deadlineMs: number): void {
    if (this.#queue.characters + call.characters > maxWaitingCharacters)
      throw new OverloadError('too many texts are waiting for the engine');
    if (
      this.#expectedMs(teamId, call.characters, call.texts.length) * safetyFactor >
      deadlineMs - Date.now()
    ) {
      throw new OverloadError('the engine cannot serve the call before its deadline');
    }
  }

  /**
   * Whether a team's call is refused regardless of its size. For a team without waiting texts, only the
   * batches in progress count.
   */
  isOverloadedFor(teamId: string, deadlineMs: number): boolean {
    if (this.#queue.characters >= maxWaitingCharacters) return true;
    return this.#expectedMs(teamId, 0, 0) * safetyFactor > (deadlineMs - Date.now()) * arrivalShare;
  }

  /** The expected time until the team's waiting texts and these are done, based on measurements. */
  #expectedMs(teamId: string, characters: number, texts: number): number {
    if (!this.#slots.isFull) return 0;
    let ownMs = texts === 0 ? 0 : this.#times.expectedMs(teamId, characters, texts);
    let allMs = ownMs;
    for (const waiting of this.#queue.waiting()) {
      const ms = this.#times.expectedMs(waiting.teamId, waiting.characters, waiting.texts);
      allMs += ms;
      if (waiting.teamId === teamId) ownMs += ms;
    }
    const underWayMs = [...this.#underWay].reduce((sum, { claim }) => sum + claim.expectedMs, 0);
    const aheadMs = Math.min(allMs, ownMs * Math.max(1, this.#queue.teamCount)) + underWayMs;
    return this.#throughput.expectedMs(aheadMs) ?? 0;
  }

  /** Removes waiting texts at once. Cancels a batch inside the engine only when all calls in it are over. */
  #drop(call: ScheduledCall, reason: unknown): void {
    call.fail(reason);
    for (const text of call.texts) this.#queue.remove(text);
    for (const { texts, controller } of this.#underWay) {
      if (texts.every(({ call }) => call.isOver)) controller.abort(reason);
    }
  }

  #mayTake({ teamId, characters }: WaitingText): boolean {
    return this.#slots.mayUse(teamId) && this.#times.mayBegin(teamId, characters);
  }

  dispatch(): void {
    const { textsPerBatch, charactersPerBatch, workers } = this.#engine.capacity;
    // Many short texts must not add up to a long batch.
    const maxCostMs =
      workers !== undefined && this.#times.isShared ? this.#times.longMs / 2 : Number.POSITIVE_INFINITY;
    while (!this.#slots.isFull) {
      const texts = this.#takeRetry() ?? this.#queue.take(textsPerBatch, charactersPerBatch, maxCostMs);
      if (texts.length === 0) break;
      void this.#run(texts);
    }
    if (this.#queue.characters === 0 && this.#retries.size === 0) return;
    this.#slots.whenFree(this);
    this.#times.whenLongEnds(this);
  }

  #takeRetry(): readonly WaitingText[] | undefined {
    const first = this.#firstRetry();
    if (first === undefined || first.order > (this.#queue.nextOrder ?? Number.POSITIVE_INFINITY))
      return undefined;
    this.#retries.delete(first.texts);
    return first.texts;
  }

  #firstRetry(): { texts: readonly WaitingText[]; order: number } | undefined {
    let first: { texts: readonly WaitingText[]; order: number } | undefined;
    for (const texts of this.#retries) {
      const [text] = texts;
      if (text === undefined || text.call.isOver) this.#retries.delete(texts);
      else if (this.#mayTake(text)) {
        const order = this.#times.orderOf(text.teamId);
        if (first === undefined || order < first.order) first = { texts, order };
      }
    }
    return first;
  }

  async #run(texts: readonly WaitingText[]): Promise<void> {
    const claim = this.#times.begin(texts);
    const batch = { texts, claim, controller: new AbortController() };
    const teamIds = new Set(texts.map(({ teamId }) => teamId));
    this.#slots.take(teamIds);
    this.#underWay.add(batch);
    if (this.#slots.isFull) this.#throughput.begin();
    this.#stallTimer ??= this.#startStallTimer();
    for (const { call } of texts) call.begin();
    const startedMs = performance.now();
    let hasFailed = false;
    try {
      const sent = texts.map(({ text }) => text);
      const answers = await this.#ask(sent, batch);
      checkAnswerShape(sent, answers);
      for (const [i, { call, index, text }] of texts.entries())
        call.accept(index, readableAnswer(text, answers[i] ?? ''));
      this.#stallTimer?.refresh();
    } catch (error) {
      hasFailed = !batch.controller.signal.aborted || batch.controller.signal.reason instanceof EngineError;
      if (!batch.controller.signal.aborted) this.#recover(texts, error);
    }
    if (!this.#engine.capacity.chargesWork)
      claim.charge(performance.now() - startedMs, { wasCutOff: hasFailed && teamIds.size === 1 });
    claim.end();
    this.#underWay.delete(batch);
    this.#throughput.note(claim.workedMs, this.#queue.characters > 0);
    if (this.#underWay.size === 0) this.#clearStallTimer();
    this.#slots.free(teamIds);
    this.dispatch();
  }

  /**
   * Rejects on abort even if the engine ignores the signal, so that the engine does not keep its slot here.
   */
  #ask(texts: readonly string[], { texts: waiting, claim, controller }: BatchUnderWay): Promise<string[]> {
    const { signal } = controller;
    const options = waiting[0]?.options;
    // A batch may contain several calls, but a request has one parent span: the first traced call.
    const traceparent = waiting.find(({ call }) => call.span)?.call.span?.traceparent;
    const deadlineMs = Math.min(...waiting.map(({ call }) => call.deadlineMs));
    const onBusy = () => this.#stallTimer?.refresh();
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#engine
        .translate({ ...this.#pair, texts, options, deadlineMs, traceparent, onBusy, claim }, signal)
        .then(resolve, reject);
    });
  }

  #recover(texts: readonly WaitingText[], error: unknown): void {
    this.#stallTimer?.refresh();
    const byCall = Map.groupBy(texts, ({ call }) => call);
    const [call] = byCall.keys();
    if (byCall.size > 1) for (const own of byCall.values()) this.#retries.add(own);
    else if (call !== undefined) this.#drop(call, error);
  }

  /**
   * The timer restarts with every answer or failure, and while the engine is busy. An engine with work in progress
   * that returns nothing for `stallMs` hangs.
   */
  #startStallTimer(): NodeJS.Timeout {
    const { stallMs } = this.#engine.capacity;
    return setTimeout(() => {
      this.#clearStallTimer();
      this.#failAll(new EngineError(`the engine returned nothing for ${stallMs} ms`));
    }, stallMs);
  }

  #clearStallTimer(): void {
    clearTimeout(this.#stallTimer);
    this.#stallTimer = undefined;
  }

  /**
   * Fails all waiting calls and calls in progress, so that they can still use another route. New calls are
   * accepted.
   */
  #failAll(error: EngineError): void {
    const inProgress = [...this.#underWay].flatMap(({ texts }) => texts);
    for (const { call } of [...inProgress, ...[...this.#retries].flat(), ...this.#queue.takeAll()]) {
      if (!call.isOver) this.#drop(call, error);
    }
  }
}
