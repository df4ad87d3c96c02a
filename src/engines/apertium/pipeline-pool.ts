/**
 * The pipelines of one pair: started on first use, up to a limit, and replaced when they die. Texts wait in
 * one queue, ordered by the engine time that their teams have used, and go to any pipeline with room, so the
 * texts of one call spread over all pipelines. No text is sent behind a text that may take long.
 */
import type { Logger } from '../../observability/logger.ts';
import { EngineError } from '../engine.ts';
import { Batch, type Caller, firstInOrder, type SentText } from './batch.ts';
import { Pipeline } from './pipeline.ts';
import { StartBackoff } from './start-backoff.ts';
import { WaitingBatches } from './waiting-batches.ts';

/**
 * The maximum number of times that a text is sent: a text rarely causes the loss of a pipeline, but it can.
 */
const maxTries = 3;

/** Pipelines of a pair without calls for this long are stopped. */
const idleTimeoutMs = 10 * 60_000;

/**
 * The waiting limit per pipeline: more than it processes within a call's deadline (100,000 characters a
 * second for 30 s). Anything beyond that would only fill the memory.
 */
const maxWaitingCostPerPipeline = 4_000_000;

/**
 * Some stages leak memory with everything they read (`lrx-proc` of Spanish to Catalan: 9 kB a sentence), so a
 * pipeline is replaced after this many characters. Starting one costs about 1 % of the work of that many
 * characters.
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
  readonly #waiting = new WaitingBatches();
  /** Texts whose pipeline was lost. At equal order they go before waiting texts. */
  #retries: SentText[] = [];
  /** Oldest first. */
  #pipelines: Pipeline<SentText>[] = [];
  /** Replaces a worn pipeline as soon as it has answered a trial text. */
  #successor: Pipeline<SentText> | undefined;
  /** Worn pipelines that still have open questions. */
  readonly #leaving = new Set<Pipeline<SentText>>();
  readonly #backoff = new StartBackoff();
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Returns one answer for each text, in order. */
  async translate(texts: readonly string[], signal: AbortSignal, caller?: Caller): Promise<string[]> {
    signal.throwIfAborted();
    if (this.#closed) throw new EngineError('the engine is closing');
    if (texts.length === 0) return [];
    if (this.#isBroken && this.#backoff.isPaused) {
      throw new EngineError(`${this.#options.pair}: recent attempts to start a pipeline failed`);
    }
    const batch = new Batch(texts, caller);
    this.#admit(batch);
    // Texts already inside a pipeline are still processed; their answers are discarded.
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
    this.#backoff.close();
    this.#failAll('the engine is closing');
    for (const pipeline of [...this.#pipelines, ...this.#leaving]) pipeline.kill('closing');
    this.#successor?.kill('closing');
  }

  #admit(batch: Batch): void {
    if (this.#waiting.cost + batch.waitingCost > maxWaitingCostPerPipeline * this.#options.size) {
      throw new EngineError(`too many texts are waiting for ${this.#options.pair}`);
    }
    this.#waiting.add(batch);
  }

  #fail(batch: Batch, reason: unknown): void {
    this.#waiting.remove(batch);
    batch.fail(reason);
  }

  #failAll(reason: string): void {
    const error = new EngineError(`${this.#options.pair}: ${reason}`);
    const lost = this.#retries.splice(0).map(({ batch }) => batch);
    for (const batch of [...this.#waiting.all(), ...lost]) this.#fail(batch, error);
  }

  #dispatch(): void {
    if (this.#closed) return;
    this.#retries = this.#retries.filter(({ batch }) => !batch.isOver);
    while (this.#sendNext());
    if (this.#waiting.isEmpty && this.#retries.length === 0) this.#restartIdleTimer();
  }

  /** Returns whether a text was sent. */
  #sendNext(): boolean {
    let retry = firstInOrder(this.#retries);
    for (const batch of this.#waiting.inOrder()) {
      if (retry !== undefined && retry.batch.order <= batch.order) {
        if (this.#sendRetry(retry)) return true;
        // Other texts wait behind the retry; otherwise a busy pair would never have a free pipeline for it.
        if (retry.batch.pace !== 'long') return false;
        retry = undefined;
      }
      const pipeline = this.#pipelineFor(batch);
      if (pipeline !== undefined) {
        const sent = this.#waiting.take(batch);
        sent.tries++;
        pipeline.send(sent, false);
        return true;
      }
      if (batch.pace !== 'long') return false;
    }
    return retry !== undefined && this.#sendRetry(retry);
  }

  /** A lost text is retried alone: if it causes the failure, it affects no other text again. */
  #sendRetry(text: SentText): boolean {
    if (!this.#mayBegin(text.batch)) return false;
    // Prefers a new pipeline to an idle one, because the cause of the loss may have affected the idle one
    // too; unless new pipelines fail to start.
    const idle = this.#canSpareOne(text.batch) ? this.#idlePipeline() : undefined;
    const pipeline =
      this.#backoff.failedStarts === 0 ? (this.#startIfAllowed() ?? idle) : (idle ?? this.#startIfAllowed());
    if (pipeline === undefined) return false;
    this.#retries.splice(this.#retries.indexOf(text), 1);
    text.tries++;
    pipeline.send(text, true);
    return true;
  }

  #pipelineFor(batch: Batch): Pipeline<SentText> | undefined {
    if (!this.#mayBegin(batch)) return undefined;
    if (batch.pace === 'short')
      return this.#idlePipeline() ?? this.#startIfAllowed() ?? this.#leastBusyPipeline(batch);
    // Short texts would be delayed if long work took the last pipeline that has loaded its dictionaries.
    const started = this.#startIfAllowed();
    if (started !== undefined || !this.#canSpareOne(batch)) return started;
    return this.#idlePipeline() ?? this.#leastBusyPipeline(batch);
  }

  #canSpareOne({ pace, claim }: Batch): boolean {
    if (pace !== 'long' || !claim?.isShared || this.#options.size === 1) return true;
    return this.#pipelines.filter((pipeline) => pipeline.hasAnswered && pipeline.holdsOnlyShort).length > 1;
  }

  /** While teams share the pair, one pipeline is reserved for short texts. */
  #mayBegin({ pace, claim }: Batch): boolean {
    if (pace !== 'long' || !claim?.isShared) return true;
    const taken = this.#pipelines.filter(({ holdsOnlyShort }) => !holdsOnlyShort).length;
    return taken < Math.max(1, this.#options.size - 1);
  }

  /** Prefers the youngest: when all others hang, only the replacements answer. */
  #idlePipeline(): Pipeline<SentText> | undefined {
    return this.#pipelines.findLast((pipeline) => pipeline.isIdle);
  }

  #leastBusyPipeline({ nextText = '', claim }: Batch): Pipeline<SentText> | undefined {
    let best: Pipeline<SentText> | undefined;
    for (const pipeline of this.#pipelines) {
      if (!pipeline.hasRoomFor(nextText, claim?.isShared ?? false) || !pipeline.holdsOnlyShort) continue;
      if (best === undefined || pipeline.openQuestions < best.openQuestions) best = pipeline;
    }
    return best;
  }

  #startIfAllowed(): Pipeline<SentText> | undefined {
    if (this.#pipelines.length >= this.#options.size || this.#backoff.isPaused) return undefined;
    const pipeline = this.#start();
    this.#pipelines.push(pipeline);
    return pipeline;
  }

  #start(): Pipeline<SentText> {
    let isProven = false;
    const pipeline = new Pipeline<SentText>(this.#options.command, {
      onProgress: () => {
        if (!isProven) this.#backoff.failedStarts = 0;
        isProven = true;
        this.#dispatch();
        this.#renewWorn();
      },
      onEnd: (reason, lost, blamed) => this.#replace(pipeline, { reason, lost, blamed }),
    });
    return pipeline;
  }

  /**
   * Replaces worn pipelines one at a time. A worn pipeline keeps working until the new one has loaded its
   * dictionaries, so that no text waits for the start.
   */
  #renewWorn(): void {
    for (const pipeline of this.#leaving) if (pipeline.isIdle) pipeline.retire('worn');
    if (this.#closed || this.#successor !== undefined || this.#backoff.isPaused) return;
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
    // The successor may have been lost since the trial answer.
    if (this.#successor !== successor) return;
    this.#successor = undefined;
    if (!this.#pipelines.includes(worn)) {
      // The worn pipeline was lost too, and has been replaced.
      successor.retire('worn');
      return;
    }
    this.#pipelines = [...this.#pipelines.filter((pipeline) => pipeline !== worn), successor];
    this.#leaving.add(worn);
    this.#renewWorn();
  }

  #replace(
    pipeline: Pipeline<SentText>,
    { reason, lost, blamed }: { reason: string; lost: SentText[]; blamed: SentText | undefined },
  ): void {
    this.#pipelines = this.#pipelines.filter((other) => other !== pipeline);
    this.#leaving.delete(pipeline);
    if (this.#successor === pipeline) this.#successor = undefined;
    const { pair, logger } = this.#options;
    if (!['idle', 'closing', 'worn'].includes(reason)) {
      logger.warn('a pipeline ended unexpectedly', { engine: 'apertium', pair, reason, count: lost.length });
    }
    for (const text of lost) {
      const { tries, batch } = text;
      if (this.#closed || tries >= maxTries || text === blamed)
        this.#fail(batch, new EngineError(`pipeline ${pair} ${reason}`));
    }
    this.#retries.unshift(...lost.filter(({ batch }) => !batch.isOver));
    if (!pipeline.hasAnswered && lost.length > 0 && blamed === undefined) this.#countFailedStart(reason);
    this.#dispatch();
  }

  /**
   * No running pipeline has ever answered, and new ones fail to start. Waiting calls fail at once instead of
   * retrying in turn, and so do new calls until the next start. Bad texts of a single call cannot cause this:
   * the call fails after `maxTries` on every pipeline.
   */
  get #isBroken(): boolean {
    return (
      this.#backoff.failedStarts >= maxTries * this.#options.size &&
      !this.#pipelines.some((pipeline) => pipeline.hasAnswered)
    );
  }

  #countFailedStart(reason: string): void {
    this.#backoff.failedStarts++;
    if (this.#isBroken) this.#failAll(reason);
    if (!this.#closed) this.#backoff.pause(() => this.#dispatch());
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
