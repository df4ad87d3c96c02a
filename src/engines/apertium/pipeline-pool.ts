/**
 * The pipelines of one pair: started on first use, up to a number, replaced when they die. Texts wait in one
 * queue and go to whichever pipeline has room, so one call's texts spread over all of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../observability/logger.ts';
import { EngineError } from '../engine.ts';
import { Pipeline, type Question } from './pipeline.ts';

/** How often a text may be sent: the loss of a pipeline is rarely the fault of a text, but it can be. */
const maxTries = 3;

/** A pair that nobody asks for gives its memory back. */
const idleTimeoutMs = 10 * 60_000;

/** Between the loss of a pipeline that never answered and the next start, so that a broken pair can't spin. */
const restartPauseMs = 200;

/** Texts that belong together: they are all answered, or none is. */
interface Batch {
  /** Nobody waits for the rest any more: the caller is gone, or another text of the batch failed. */
  isOver: boolean;
  fail(reason: unknown): void;
}

interface Waiting extends Question {
  readonly batch: Batch;
  tries: number;
}

export interface PoolOptions {
  readonly command: string;
  readonly size: number;
  readonly pair: string;
  readonly logger: Logger;
}

export class PipelinePool {
  readonly #options: PoolOptions;
  readonly #queue: Waiting[] = [];
  readonly #pipelines = new Set<Pipeline>();
  #answersSinceLoss = 0;
  #pausing = false;
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
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const batch: Batch = {
      isOver: false,
      fail(reason) {
        batch.isOver = true;
        reject(reason);
      },
    };
    // What is already inside a pipeline goes through, and its answer is thrown away.
    const abort = () => batch.fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });

    const answers = new Array<string>(texts.length);
    let missing = texts.length;
    for (const [index, text] of texts.entries()) {
      const answer = (translated: string) => {
        answers[index] = translated;
        missing--;
        if (missing === 0) resolve(answers);
      };
      this.#queue.push({ text, answer, batch, tries: 0 });
    }
    this.#dispatch();
    try {
      return await promise;
    } finally {
      batch.isOver = true;
      signal.removeEventListener('abort', abort);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const waiting of this.#queue.splice(0)) waiting.batch.fail(new EngineError('the engine is closing'));
    for (const pipeline of this.#pipelines) pipeline.kill('closing');
  }

  #dispatch(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (!next.batch.isOver) {
        const pipeline = this.#pipelineFor(next);
        if (pipeline === undefined) return;
        // A text whose pipeline died goes alone: if it is to blame, it takes no other text with it again.
        pipeline.send(next, next.tries > 0);
        next.tries++;
      }
      this.#queue.shift();
    }
    this.#restartIdleTimer();
  }

  #pipelineFor(waiting: Waiting): Pipeline | undefined {
    const withRoom = [...this.#pipelines].filter((pipeline) => pipeline.hasRoomFor(waiting.text));
    const idle = withRoom.find((pipeline) => pipeline.isIdle);
    if (idle !== undefined) return idle;
    if (this.#pipelines.size < this.#options.size && !this.#pausing) return this.#start();
    return waiting.tries === 0 ? withRoom[0] : undefined;
  }

  #start(): Pipeline {
    const pipeline = new Pipeline(this.#options.command, {
      onProgress: () => {
        this.#answersSinceLoss++;
        this.#dispatch();
      },
      onEnd: (reason, lost) => this.#replace(pipeline, reason, lost as Waiting[]),
    });
    this.#pipelines.add(pipeline);
    return pipeline;
  }

  #replace(pipeline: Pipeline, reason: string, lost: Waiting[]): void {
    this.#pipelines.delete(pipeline);
    if (this.#closed) {
      for (const waiting of lost) waiting.batch.fail(new EngineError('the engine is closing'));
      return;
    }
    const { pair, logger } = this.#options;
    if (lost.length > 0)
      logger.warn('a pipeline was lost', { engine: 'apertium', pair, reason, count: lost.length });
    for (const waiting of lost) {
      if (waiting.tries >= maxTries) waiting.batch.fail(new EngineError(`pipeline ${pair} ${reason}`));
    }
    this.#queue.unshift(...lost.filter((waiting) => !waiting.batch.isOver));
    const neverAnswered = this.#answersSinceLoss === 0;
    this.#answersSinceLoss = 0;
    if (neverAnswered) void this.#pause();
    else this.#dispatch();
  }

  async #pause(): Promise<void> {
    this.#pausing = true;
    await delay(restartPauseMs);
    this.#pausing = false;
    if (!this.#closed) this.#dispatch();
  }

  #restartIdleTimer(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      for (const pipeline of this.#pipelines) if (pipeline.isIdle) pipeline.kill('idle');
    }, idleTimeoutMs);
    this.#idleTimer.unref();
  }
}
