/**
 * The threads of the engine: started on demand, up to a limit, and replaced when they end, hang or outgrow
 * their memory. The team that has used the least engine time goes first, and batches of equal order take
 * turns, one portion each. A thread prefers a model that it has loaded, as long as no other batch has to wait
 * long for that.
 */
import type { MemoryReport } from '../../lib/node-report.ts';
import type { Logger } from '../../observability/logger.ts';
import { EngineError } from '../engine.ts';
import { FailedLoads } from './failed-loads.ts';
import { loadWasm, type Wasm } from './load-wasm.ts';
import type { MemoryPlan } from './memory-plan.ts';
import type { Model } from './models.ts';
import {
  type BatchOptions,
  charactersOf,
  lengthInPortions,
  type Portion,
  splitIntoSingleTexts,
  TextBatch,
} from './text-batch.ts';
import { hangs, outgrown, type ThreadWork, TranslatingThread } from './translating-thread.ts';

/** The maximum number of times that a text is sent: a text rarely causes the loss of a thread, but it can. */
const maxTries = 3;

/** Longer than it takes to load a model, so a call may wait this long for a thread that has its model. */
const maxWaitForModelMs = 300;

/**
 * A cancelled portion longer than this is stopped. Starting a thread and loading a model takes about a
 * second, the time of four portions.
 */
const maxAbandonedPortions = 8;
const abandoned = 'its work was cancelled';

export interface ThreadPoolOptions {
  readonly engineId: string;
  readonly size: number;
  readonly plan: MemoryPlan;
  readonly pinned: readonly Model[];
  /** The multiplications that the threads use; undefined for those inside the WASM. */
  readonly kernel: WebAssembly.Module | undefined;
  readonly workerFile: URL;
  /** Counts the thread's processor time: a portion takes a quarter of a second. */
  readonly portionPatienceMs: number;
  readonly loadPatienceMs: number;
  readonly logger: Logger;
}

export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  /** Batches with texts that have not been sent, in order of their last turn, oldest first. */
  readonly #waiting = new Set<TextBatch>();
  readonly #threads = new Set<TranslatingThread>();
  readonly #failedLoads = new FailedLoads();
  #wasm: Wasm | undefined;
  #isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  async translate(
    model: Model,
    texts: readonly string[],
    { signal, ...options }: BatchOptions & { readonly signal: AbortSignal },
  ): Promise<string[]> {
    this.#wasm ??= await loadWasm();
    signal.throwIfAborted();
    if (this.#isClosed) throw new EngineError('the engine is closing');
    if (texts.length === 0) return [];
    this.#refuseIfBroken(model);
    const batch = new TextBatch(model, texts, options);
    this.#waiting.add(batch);
    const abort = () => {
      this.#fail(batch, signal.reason);
      this.#stopLongWorkOn(batch);
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#dispatch();
    try {
      return await batch.answers;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** With pinned models, all threads start immediately, so that the first call finds the models loaded. */
  async startAll(): Promise<void> {
    this.#wasm ??= await loadWasm();
    while (this.#startIfAllowed());
  }

  countThreadsWith(model: string): number {
    return [...this.#threads].filter((thread) => thread.has(model)).length;
  }

  /**
   * The memory of all threads at its peak, and their total budget. A single model that needs more than the
   * budget gets it.
   */
  memory(): MemoryReport {
    const { size, plan } = this.#options;
    const bytes = [...this.#threads].reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
    return { bytes, budget_bytes: Math.floor(size * plan.bytesPerThread) };
  }

  /** For the operator. */
  describe(): string {
    const threads = [...this.#threads];
    const megabytes = Math.round(this.memory().bytes / 1_000_000);
    const loaded = [...new Set(threads.flatMap(({ models }) => models))].toSorted();
    return `${threads.length} of ${this.#options.size} threads, ${megabytes} MB, loaded: ${loaded.join(', ') || 'none'}`;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const batch of this.#waiting) this.#fail(batch, new EngineError('the engine is closing'));
    await Promise.all([...this.#threads].map((thread) => thread.stop('closing')));
  }

  #refuseIfBroken({ name }: Model): void {
    if (this.#failedLoads.isBroken(name)) {
      throw new EngineError(`the model ${name} cannot be loaded; run: dragoman models verify`);
    }
  }

  #fail(batch: TextBatch, reason: unknown): void {
    this.#waiting.delete(batch);
    batch.fail(reason);
  }

  /**
   * A thread finishes its current portion and the answer is discarded, unless starting a new thread takes
   * less time.
   */
  #stopLongWorkOn(batch: TextBatch): void {
    for (const thread of this.#threads) {
      const { portion } = thread;
      if (portion?.batch === batch && lengthInPortions(portion) > maxAbandonedPortions)
        void thread.stop(abandoned);
    }
  }

  #dispatch(): void {
    if (this.#isClosed) return;
    for (let next = this.#next(); next !== undefined; next = this.#next())
      this.#send(next.thread, next.batch);
  }

  /** Selects a batch and a thread for it. */
  #next(): { thread: TranslatingThread; batch: TextBatch } | undefined {
    const waiting = this.#inOrder();
    const [first] = waiting;
    if (first === undefined) return undefined;
    const idle = [...this.#threads].filter((thread) => thread.isIdle);
    const threadWith = ({ model }: TextBatch) => idle.find((thread) => thread.has(model.name));
    const isPatient = performance.now() - first.waitingSince < maxWaitForModelMs;
    for (const batch of isPatient ? waiting : [first]) {
      const thread = threadWith(batch);
      if (thread !== undefined) return { thread, batch };
    }
    const thread = this.#startIfAllowed() ?? idle.toSorted((a, b) => a.models.length - b.models.length)[0];
    return thread && { thread, batch: first };
  }

  #inOrder(): TextBatch[] {
    const batches = [...this.#waiting];
    if (batches.length < 2 || batches[0]?.claim === undefined) return batches;
    return batches
      .map((batch) => ({ batch, order: batch.order }))
      .sort((a, b) => a.order - b.order)
      .map(({ batch }) => batch);
  }

  #send(thread: TranslatingThread, batch: TextBatch): void {
    const portion = batch.take();
    this.#waiting.delete(batch);
    if (batch.hasWork) this.#waiting.add(batch);
    if (portion === undefined) return;
    const { plan, portionPatienceMs, loadPatienceMs } = this.#options;
    // A new thread may still have to start and to load the pinned models.
    const mayLoad = thread.memoryBytes === 0 || !thread.has(batch.model.name);
    const patienceMs = portionPatienceMs * lengthInPortions(portion) + (mayLoad ? loadPatienceMs : 0);
    thread.send(portion, plan, { patienceMs, mayLoad });
  }

  #startIfAllowed(): TranslatingThread | undefined {
    if (this.#isClosed || this.#wasm === undefined || this.#threads.size >= this.#options.size)
      return undefined;
    try {
      const thread = this.#start(this.#wasm);
      this.#threads.add(thread);
      return thread;
    } catch (error) {
      // The system cannot create a thread. Other threads may be running; if there are none, no batch would
      // ever be answered.
      const { engineId, logger } = this.#options;
      logger.warn('a translation thread could not be started', { engine: engineId, err: error });
      if (this.#threads.size === 0) {
        for (const batch of this.#waiting)
          this.#fail(batch, new EngineError('no translation thread could be started'));
      }
      return undefined;
    }
  }

  #start(wasm: Wasm): TranslatingThread {
    const { workerFile, pinned, kernel } = this.#options;
    const thread: TranslatingThread = new TranslatingThread({
      workerFile,
      start: { ...wasm, kernel, pinned },
      events: {
        onResult: (portion, answers, work) => {
          charge(portion, work);
          this.#accept(thread, portion, answers);
        },
        onEnd: (reason, lost, isBlameless, work) => {
          if (lost !== undefined) charge(lost, { ...work, wasCutOff: reason === hangs });
          this.#replace(thread, reason, lost, isBlameless);
        },
      },
    });
    return thread;
  }

  #accept(thread: TranslatingThread, portion: Portion, answers: readonly string[] | undefined): void {
    const { plan } = this.#options;
    const { name } = portion.batch.model;
    if (answers === undefined) {
      this.#fail(portion.batch, new EngineError(`the files of the model ${name} changed: restart Dragoman`));
      this.#dispatch();
      return;
    }
    this.#failedLoads.clear(name);
    if (thread.hasJustLoadedItsFirst) plan.learn(name, thread.memoryBytes);
    portion.batch.accept(portion, answers);
    this.#dispatch();
  }

  #replace(thread: TranslatingThread, reason: string, lost: Portion | undefined, isBlameless: boolean): void {
    this.#threads.delete(thread);
    if (this.#isClosed) {
      lost?.batch.fail(new EngineError('the engine is closing'));
      return;
    }
    const { engineId, logger } = this.#options;
    logger.warn('a translation thread was replaced', {
      engine: engineId,
      reason,
      count: lost?.texts.length ?? 0,
    });
    if (lost !== undefined && !lost.batch.isOver) {
      if (isBlameless) this.#putFirst(lost.batch, lost);
      else this.#tryAgain(thread, reason, lost);
    }
    this.#dispatch();
  }

  #tryAgain(thread: TranslatingThread, reason: string, lost: Portion): void {
    const { batch, tries } = lost;
    // The thread never answered, so the model may be to blame as well as the text. Memory needs depend on the
    // text, so `outgrown` does not count.
    if (thread.memoryBytes === 0 && reason !== outgrown) this.#failedLoads.count(batch.model.name);
    if (tries + 1 >= maxTries) {
      this.#fail(
        batch,
        new EngineError(`a text failed ${maxTries} times; the last time its thread ${reason}`),
      );
      return;
    }
    this.#putFirst(batch, ...splitIntoSingleTexts(lost));
  }

  /** Moves the batch to the front, because it has already waited for its turn. */
  #putFirst(batch: TextBatch, ...portions: readonly Portion[]): void {
    batch.takeBack(portions);
    const others = [...this.#waiting];
    this.#waiting.clear();
    for (const each of [batch, ...others]) this.#waiting.add(each);
  }
}

function charge(
  portion: Portion,
  { workedMs, isLoading, wasCutOff = false }: ThreadWork & { wasCutOff?: boolean },
): void {
  const characters = charactersOf(portion);
  portion.batch.claim?.charge(workedMs, { characters, wasCutOff, isTypical: !isLoading });
}
