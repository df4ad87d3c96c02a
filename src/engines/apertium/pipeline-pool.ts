/**
 * The pipelines of one pair: started on first use, up to a number, replaced when they die. Texts wait in one
 * queue and go to whichever pipeline has room, so one call's texts spread over all of them.
 */
import type { Logger } from '../../observability/logger.ts';
import { EngineError } from '../engine.ts';
import { Batch, type SentText, waitingCostOf } from './batch.ts';
import { Pipeline } from './pipeline.ts';

/** How often a text may be sent: the loss of a pipeline is rarely the fault of a text, but it can be. */
const maxTries = 3;

/**
 * Between the loss of a pipeline that never answered and the next start, and longer with every such loss, so
 * that a broken pair can't spin.
 */
const restartPauseMs = 200;
const maxRestartPauseMs = 2_000;

/** A pair that nobody asks for gives its memory back. */
const idleTimeoutMs = 10 * 60_000;

/**
 * How much may wait for each pipeline: more than it gets through within a call's deadline (about 100,000
 * characters a second for 30 s). What is over that would be worked on for nothing and only fill the memory.
 */
const maxWaitingCostPerPipeline = 4_000_000;

/**
 * Some stages never let go of what they read (`lrx-proc` of Spanish to Catalan: 9 kB a sentence), so a pipeline is
 * renewed after so much. Starting one costs about as much as 1 % of that.
 */
const charactersPerLife = 500_000;

export interface PoolOptions {
  readonly command: string;
  readonly size: number;
  readonly pair: string;
  readonly logger: Logger;
}

export class PipelinePool {
  readonly #options: PoolOptions;
  /** Batches with texts that no pipeline has got yet, oldest first. One that is over leaves at once. */
  readonly #waiting = new Set<Batch>();
  #waitingCost = 0;
  /** Texts whose pipeline was lost. They go before the others. */
  #retries: SentText[] = [];
  /** Oldest first. */
  #pipelines: Pipeline<SentText>[] = [];
  /** Started to take the place of a worn one as soon as it has answered. */
  #successor: Pipeline<SentText> | undefined;
  /** Worn, and still with texts inside. */
  readonly #leaving = new Set<Pipeline<SentText>>();
  /** Since a new pipeline answered for the first time. */
  #failedStarts = 0;
  #pause: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** One answer for each text, in order. */
  async translate(texts: readonly string[], signal: AbortSignal): Promise<string[]> {
    signal.throwIfAborted();
    if (this.#closed) throw new EngineError('the engine is closing');
    if (texts.length === 0) return [];
    if (this.#isBroken && this.#pause !== undefined) {
      throw new EngineError(`${this.#options.pair}: no pipeline could be started lately`);
    }
    const batch = new Batch(texts);
    this.#admit(batch);
    // What is already inside a pipeline goes through, and its answer is thrown away.
    const abort = () => this.#fail(batch, signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    this.#dispatch();
    try {
      return await batch.answers;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#pause);
    this.#failAll('the engine is closing');
    for (const pipeline of [...this.#pipelines, ...this.#leaving]) pipeline.kill('closing');
    this.#successor?.kill('closing');
  }

  #admit(batch: Batch): void {
    const cost = batch.waitingCost;
    if (this.#waitingCost + cost > maxWaitingCostPerPipeline * this.#options.size) {
      throw new EngineError(`too many texts wait for ${this.#options.pair}`);
    }
    this.#waiting.add(batch);
    this.#waitingCost += cost;
  }

  #fail(batch: Batch, reason: unknown): void {
    if (this.#waiting.delete(batch)) this.#waitingCost -= batch.waitingCost;
    batch.fail(reason);
  }

  #failAll(reason: string): void {
    const { pair } = this.#options;
    for (const batch of this.#waiting) this.#fail(batch, new EngineError(`${pair}: ${reason}`));
    for (const { batch } of this.#retries.splice(0)) {
      this.#fail(batch, new EngineError(`${pair}: ${reason}`));
    }
  }

  #dispatch(): void {
    if (this.#closed) return;
    // The others wait behind a text that was lost, or a busy pair would never have a pipeline free for it.
    while (this.#dropFinishedRetries()) if (!this.#sendRetry()) return;
    while (this.#waiting.size > 0) if (!this.#sendNext()) return;
    this.#restartIdleTimer();
  }

  /** Whether texts are left that are to be sent again. */
  #dropFinishedRetries(): boolean {
    while (this.#retries[0]?.batch.isOver) this.#retries.shift();
    return this.#retries.length > 0;
  }

  /** A text that was lost goes alone: if it is to blame, it takes no other text with it again. */
  #sendRetry(): boolean {
    // Rather to a new pipeline than to one that idles, for what took the one may have taken the other as well;
    // unless new ones don't work.
    const pipeline =
      this.#failedStarts === 0
        ? (this.#startIfAllowed() ?? this.#idlePipeline())
        : (this.#idlePipeline() ?? this.#startIfAllowed());
    const text = this.#retries[0];
    if (pipeline === undefined || text === undefined) return false;
    this.#retries.shift();
    text.tries++;
    pipeline.send(text, true);
    return true;
  }

  #sendNext(): boolean {
    const [batch] = this.#waiting;
    const text = batch?.nextText;
    if (batch === undefined || text === undefined) return false;
    const pipeline = this.#idlePipeline() ?? this.#startIfAllowed() ?? this.#leastBusyPipeline(text);
    if (pipeline === undefined) return false;
    const sent = batch.take();
    this.#waitingCost -= waitingCostOf(text);
    if (batch.nextText === undefined) this.#waiting.delete(batch);
    sent.tries++;
    pipeline.send(sent, false);
    return true;
  }

  /** The youngest one: when all hang, only the replacements answer. */
  #idlePipeline(): Pipeline<SentText> | undefined {
    return this.#pipelines.findLast((pipeline) => pipeline.isIdle);
  }

  #leastBusyPipeline(text: string): Pipeline<SentText> | undefined {
    let best: Pipeline<SentText> | undefined;
    for (const pipeline of this.#pipelines) {
      if (!pipeline.hasRoomFor(text)) continue;
      if (best === undefined || pipeline.openQuestions < best.openQuestions) best = pipeline;
    }
    return best;
  }

  #startIfAllowed(): Pipeline<SentText> | undefined {
    if (this.#pipelines.length >= this.#options.size || this.#pause !== undefined) return undefined;
    const pipeline = this.#start();
    this.#pipelines.push(pipeline);
    return pipeline;
  }

  #start(): Pipeline<SentText> {
    let isProven = false;
    const pipeline = new Pipeline<SentText>(this.#options.command, {
      onProgress: () => {
        if (!isProven) this.#failedStarts = 0;
        isProven = true;
        this.#dispatch();
        this.#renewWorn();
      },
      onEnd: (reason, lost) => this.#replace(pipeline, reason, lost),
    });
    return pipeline;
  }

  /** One at a time, and the worn one works on until the new one has loaded its dictionaries: nobody waits for that. */
  #renewWorn(): void {
    for (const pipeline of this.#leaving) if (pipeline.isIdle) pipeline.retire('worn');
    if (this.#closed || this.#successor !== undefined || this.#pause !== undefined) return;
    const worn = this.#pipelines.find(({ charactersRead }) => charactersRead > charactersPerLife);
    if (worn === undefined) return;
    const successor = this.#start();
    this.#successor = successor;
    const trial = new Batch(['.']);
    successor.send(trial.take(), true);
    trial.answers.then(
      () => this.#takeOver(worn, successor),
      () => undefined,
    );
  }

  #takeOver(worn: Pipeline<SentText>, successor: Pipeline<SentText>): void {
    // It may have been lost since, and another pipeline answered.
    if (this.#successor !== successor) return;
    this.#successor = undefined;
    if (!this.#pipelines.includes(worn)) {
      // That one is lost as well, and has been replaced.
      successor.retire('worn');
      return;
    }
    this.#pipelines = [...this.#pipelines.filter((pipeline) => pipeline !== worn), successor];
    this.#leaving.add(worn);
    this.#renewWorn();
  }

  #replace(pipeline: Pipeline<SentText>, reason: string, lost: SentText[]): void {
    this.#pipelines = this.#pipelines.filter((other) => other !== pipeline);
    this.#leaving.delete(pipeline);
    if (this.#successor === pipeline) this.#successor = undefined;
    const { pair, logger } = this.#options;
    if (!['idle', 'closing', 'worn'].includes(reason)) {
      logger.warn('a pipeline was lost', { engine: 'apertium', pair, reason, count: lost.length });
    }
    for (const { tries, batch } of lost) {
      if (this.#closed || tries >= maxTries) this.#fail(batch, new EngineError(`pipeline ${pair} ${reason}`));
    }
    this.#retries.unshift(...lost.filter(({ batch }) => !batch.isOver));
    if (!pipeline.hasAnswered && lost.length > 0) this.#countFailedStart(reason);
    this.#dispatch();
  }

  /**
   * No pipeline is left that ever answered, and new ones don't: whatever waits fails at once instead of trying
   * in turn, and so does what comes until the next start. The bad texts of one call alone don't get here, for
   * after `maxTries` on every pipeline it has failed.
   */
  get #isBroken(): boolean {
    return (
      this.#failedStarts >= maxTries * this.#options.size &&
      !this.#pipelines.some((pipeline) => pipeline.hasAnswered)
    );
  }

  #countFailedStart(reason: string): void {
    this.#failedStarts++;
    if (this.#isBroken) this.#failAll(reason);
    if (this.#closed || this.#pause !== undefined) return;
    this.#pause = setTimeout(
      () => {
        this.#pause = undefined;
        this.#dispatch();
      },
      Math.min(restartPauseMs * this.#failedStarts, maxRestartPauseMs),
    );
  }

  #restartIdleTimer(): void {
    if (this.#idleTimer !== undefined) {
      this.#idleTimer.refresh();
      return;
    }
    this.#idleTimer = setTimeout(() => this.#retireIdle(), idleTimeoutMs).unref();
  }

  #retireIdle(): void {
    for (const pipeline of [...this.#pipelines]) if (pipeline.isIdle) pipeline.retire('idle');
  }
}
