/**
 * The threads of the engine: started on demand, up to a limit, and replaced when they end, hang or outgrow
 * their memory. The team that has used the least engine time goes first, and batches of equal order take
 * turns, one portion each; a thread may get portions of several batches at once. A thread prefers a model that it has loaded, as long as no other batch has to wait
 * long for that.
 */
import type { MemoryReport } from '../../lib/node-report.ts';
import type { Logger } from '../../observability/logger.ts';
import { EngineError } from '../engine.ts';
import { type ChosenWork, chooseWork, isWorthStopping } from './choose-work.ts';
import { countThreadsWith, describeThreads, memoryOf } from './describe-threads.ts';
import { FailedLoads } from './failed-loads.ts';
import { loadWasm, type Wasm } from './load-wasm.ts';
import type { MemoryPlan } from './memory-plan.ts';
import { type Model, mayShareCalls, modelKey } from './models.ts';
import { type BatchOptions, type Portion, splitIntoSingleTexts, TextBatch } from './text-batch.ts';
import { acceptAnswers, chargeJob, lengthInPortions, type ThreadJob, takeJob } from './thread-job.ts';
import { hangs, outgrown, TranslatingThread } from './translating-thread.ts';
import { WaitingBatches } from './waiting-batches.ts';

/** The maximum number of times that a text is sent: a text rarely causes the loss of a thread, but it can. */
const maxTries = 3;

/** Any text will do. */
const warmUpText = 'This is a sentence.';

export interface ThreadPoolOptions {
  readonly engineId: string;
  readonly size: number;
  readonly plan: MemoryPlan;
  readonly pinned: readonly Model[];
  /** The multiplications that the threads use; undefined for those inside the WASM. */
  readonly kernel: WebAssembly.Module | undefined;
  /** The characters that a thread translates at once: about a quarter of a second of work. */
  readonly charactersPerJob: number;
  readonly workerFile: URL;
  /** Counts the thread's processor time: a portion takes a quarter of a second. */
  readonly portionPatienceMs: number;
  readonly loadPatienceMs: number;
  readonly logger: Logger;
}

/** The model was replaced or removed before a thread had loaded it. */
export class ChangedModelError extends EngineError {}

export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  #size: number;
  /** New threads start with these. */
  #pinned: readonly Model[];
  readonly #ending = new Set<Promise<void>>();
  readonly #waiting = new WaitingBatches();
  readonly #threads = new Set<TranslatingThread>();
  readonly #failedLoads = new FailedLoads();
  #wasm: Wasm | undefined;
  #isClosed = false;
  #dispatching: NodeJS.Immediate | undefined;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#size = options.size;
    this.#pinned = options.pinned;
  }

  /** For other models. Threads beyond the new number end as soon as they are idle. */
  update({ size, pinned }: Pick<ThreadPoolOptions, 'size' | 'pinned'>): void {
    this.#size = size;
    this.#pinned = pinned;
    for (const thread of this.#threads) if (thread.isIdle) this.#stopIfSurplus(thread);
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
      this.#stopAbandonedWork();
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#dispatchSoon();
    try {
      return await batch.answers;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Every thread loads the model and translates a text, so that the first call finds it loaded and compiled. */
  async warmUp(model: Model): Promise<void> {
    this.#wasm ??= await loadWasm();
    while (this.#startIfAllowed());
    const idle = [...this.#threads].filter((thread) => thread.isIdle);
    const answers = idle.map((thread) => {
      const batch = new TextBatch(model, [warmUpText], { isHtml: false });
      this.#send(thread, batch, []);
      return batch.answers;
    });
    await Promise.all(answers);
  }

  countThreadsWith(model: Model): number {
    return countThreadsWith(this.#threads, model);
  }

  /**
   * The memory of all threads at its peak, and their total budget. A single model that needs more than the
   * budget gets it.
   */
  memory(): MemoryReport {
    const { plan } = this.#options;
    return { bytes: memoryOf(this.#threads), budget_bytes: Math.floor(this.#size * plan.bytesPerThread) };
  }

  /** For the operator. */
  describe(): string {
    return describeThreads(this.#threads, this.#size);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const batch of this.#waiting.all()) this.#fail(batch, new EngineError('the engine is closing'));
    await Promise.all([...this.#ending, ...[...this.#threads].map((thread) => thread.stop('closing'))]);
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
   * A thread finishes its current job and the answer is discarded, unless starting a new thread takes less
   * time.
   */
  #stopAbandonedWork(): void {
    for (const thread of this.#threads) {
      if (isWorthStopping(thread)) void thread.stop('its work was cancelled');
    }
  }

  /**
   * When a thread answers, many callers send their next texts in the same turn of the event loop. A thread that
   * took the first of them at once would leave the others behind.
   */
  #dispatchSoon(): void {
    this.#dispatching ??= setImmediate(() => {
      this.#dispatching = undefined;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#isClosed) return;
    for (let next = this.#next(); next !== undefined; next = this.#next())
      this.#send(next.thread, next.batch, this.#waiting.inOrder());
  }

  #next(): ChosenWork | undefined {
    const idle = [...this.#threads].filter((thread) => thread.isIdle);
    return chooseWork(this.#waiting.inOrder(), idle, () => this.#startIfAllowed());
  }

  #send(thread: TranslatingThread, batch: TextBatch, others: readonly TextBatch[]): void {
    const { plan, portionPatienceMs, loadPatienceMs, charactersPerJob, kernel } = this.#options;
    // Texts that cannot share a call to the WASM gain nothing by sharing a job.
    const maxCharacters = kernel !== undefined && mayShareCalls(batch.model) ? charactersPerJob : 0;
    const job = takeJob(batch, others, maxCharacters);
    for (const each of new Set([batch, ...(job?.portions.map((portion) => portion.batch) ?? [])]))
      this.#waiting.endTurn(each);
    if (job === undefined) return;
    // A new thread may still have to start and to load the pinned models.
    const mayLoad = thread.memoryBytes === 0 || !thread.has(modelKey(batch.model));
    const patienceMs = portionPatienceMs * lengthInPortions(job) + (mayLoad ? loadPatienceMs : 0);
    // The built-in kernel translates several texts in one call no faster.
    thread.send(job, plan, { patienceMs, mayLoad, isOneByOne: kernel === undefined });
  }

  #startIfAllowed(): TranslatingThread | undefined {
    if (this.#isClosed || this.#wasm === undefined || this.#threads.size >= this.#size) return undefined;
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
        for (const batch of this.#waiting.all())
          this.#fail(batch, new EngineError('no translation thread could be started'));
      }
      return undefined;
    }
  }

  #stopIfSurplus(thread: TranslatingThread): void {
    if (this.#threads.size <= this.#size) return;
    this.#threads.delete(thread);
    const end = thread.stop('is no longer needed').finally(() => this.#ending.delete(end));
    this.#ending.add(end);
  }

  #start(wasm: Wasm): TranslatingThread {
    const { workerFile, kernel } = this.#options;
    const pinned = this.#pinned;
    const thread: TranslatingThread = new TranslatingThread({
      workerFile,
      start: { ...wasm, kernel, pinned },
      events: {
        onResult: (job, answers, work) => {
          chargeJob(job, work);
          this.#accept(thread, job, answers);
        },
        onEnd: (reason, lost, isBlameless, work) => {
          if (lost !== undefined) chargeJob(lost, { ...work, wasCutOff: reason === hangs });
          this.#replace(thread, reason, lost, isBlameless);
        },
      },
    });
    return thread;
  }

  #accept(thread: TranslatingThread, job: ThreadJob, answers: readonly string[] | undefined): void {
    const { plan } = this.#options;
    const { name } = job.model;
    if (answers === undefined) {
      for (const { batch } of job.portions)
        this.#fail(batch, new ChangedModelError(`the files of the model ${name} changed`));
      this.#dispatch();
      return;
    }
    this.#failedLoads.clear(name);
    if (thread.hasJustLoadedItsFirst) plan.learn(modelKey(job.model), thread.memoryBytes);
    acceptAnswers(job, answers);
    this.#stopIfSurplus(thread);
    this.#dispatchSoon();
  }

  #replace(
    thread: TranslatingThread,
    reason: string,
    lost: ThreadJob | undefined,
    isBlameless: boolean,
  ): void {
    const wasInUse = this.#threads.delete(thread);
    if (!wasInUse && lost === undefined) return;
    const portions = lost?.portions ?? [];
    if (this.#isClosed) {
      for (const { batch } of portions) batch.fail(new EngineError('the engine is closing'));
      return;
    }
    const { engineId, logger } = this.#options;
    const count = portions.reduce((sum, { texts }) => sum + texts.length, 0);
    logger.warn('a translation thread was replaced', { engine: engineId, reason, count });
    // The thread never answered, so the model may be to blame as well as a text. Memory needs depend on the
    // text, so `outgrown` does not count.
    const wanted = portions.filter(({ batch }) => !batch.isOver);
    const mayBeModel = thread.memoryBytes === 0 && reason !== outgrown && !isBlameless;
    if (lost !== undefined && wanted.length > 0 && mayBeModel) this.#failedLoads.count(lost.model.name);
    for (const portion of wanted.toReversed()) {
      if (isBlameless) this.#putFirst(portion.batch, portion);
      else this.#tryAgain(reason, portion);
    }
    this.#dispatch();
  }

  #tryAgain(reason: string, lost: Portion): void {
    const { batch, tries } = lost;
    if (tries + 1 >= maxTries) {
      this.#fail(
        batch,
        new EngineError(`a text failed ${maxTries} times; the last time its thread ${reason}`),
      );
      return;
    }
    this.#putFirst(batch, ...splitIntoSingleTexts(lost));
  }

  #putFirst(batch: TextBatch, ...portions: readonly Portion[]): void {
    batch.takeBack(portions);
    this.#waiting.putFirst(batch);
  }
}
