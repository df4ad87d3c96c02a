/** One worker thread as the pool sees it: its loaded models, its current portion, and how it ends. */
import { Worker } from 'node:worker_threads';
import type { MemoryPlan } from './memory-plan.ts';
import { type Job, type JobResult, outgrownExitCode, type WorkerStart } from './messages.ts';
import type { Portion } from './text-batch.ts';
import { Watchdog } from './watchdog.ts';

/** How long a thread worked on a portion, and whether it had to start or load a model for it. */
export interface ThreadWork {
  readonly workedMs: number;
  readonly isLoading: boolean;
}

export interface ThreadEvents {
  onResult(portion: Portion, answers: readonly string[] | undefined, work: ThreadWork): void;
  /**
   * Called when the thread ends for any reason. `lost` is its current portion, which is blameless if other
   * models had filled the memory.
   */
  onEnd(reason: string, lost: Portion | undefined, isBlameless: boolean, work: ThreadWork): void;
}

export interface ThreadOptions {
  readonly workerFile: URL;
  readonly start: WorkerStart;
  readonly events: ThreadEvents;
}

/** The end reason of a thread that would have exceeded its part of the memory budget. */
export const outgrown = 'exceeded its memory limit';

/** The end reason of a thread that took too long for its texts. */
export const hangs = 'stopped responding';

/** The JavaScript heap of a thread holds the texts of one job and the script; the WASM memory is separate. */
const maxHeapMb = 128;

export class TranslatingThread {
  /** Names, least recently used first. */
  readonly models: string[];
  memoryBytes = 0;
  #loads: number;
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  readonly #exited: Promise<void>;
  #portion: Portion | undefined;
  readonly #watchdog: Watchdog;
  #jobs = 0;
  #sent = { atMs: 0, isLoading: false };
  #endReason = 'exited unexpectedly';
  #isStopped = false;

  constructor({ workerFile, start, events }: ThreadOptions) {
    this.models = start.pinned.map(({ name }) => name);
    this.#loads = this.models.length;
    this.#events = events;
    this.#worker = new Worker(workerFile, {
      workerData: start,
      // The thread gets no environment variables or arguments of the server.
      env: {},
      argv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    this.#watchdog = new Watchdog(this.#worker, () => void this.stop(hangs));
    this.#worker.on('message', (result: JobResult) => this.#answer(result));
    this.#worker.on('error', (error) => {
      // Only the name: an error message can contain words of a text.
      this.#endReason = `failed (${error instanceof Error ? error.name : 'unknown'})`;
    });
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        if (code === outgrownExitCode) this.#endReason = outgrown;
        // At the first job, only pinned models were in memory.
        resolve(this.#end(code === outgrownExitCode && this.#jobs > 1));
      });
    });
  }

  get isIdle(): boolean {
    return this.#portion === undefined && !this.#isStopped;
  }

  get portion(): Portion | undefined {
    return this.#portion;
  }

  get #work(): ThreadWork {
    return { workedMs: performance.now() - this.#sent.atMs, isLoading: this.#sent.isLoading };
  }

  /** Only then is its memory size the need of its one model, without later leaks. */
  get hasJustLoadedItsFirst(): boolean {
    return this.#loads === 1 && this.#jobs === 1;
  }

  has(model: string): boolean {
    return this.models.includes(model);
  }

  send(
    portion: Portion,
    plan: MemoryPlan,
    { patienceMs, mayLoad }: { patienceMs: number; mayLoad: boolean },
  ): void {
    const evict = plan.evictionsFor(portion.batch.model.name, this.models);
    const { model, isHtml } = portion.batch;
    if (!this.has(model.name)) this.#loads++;
    const kept = this.models.filter((name) => name !== model.name && !evict.includes(name));
    this.models.splice(0, this.models.length, ...kept, model.name);
    this.#portion = portion;
    this.#watchdog.start(patienceMs);
    const maxMemoryBytes = plan.limitFor(this.models);
    const job: Job = { id: ++this.#jobs, evict, model, texts: portion.texts, isHtml, maxMemoryBytes };
    this.#sent = { atMs: performance.now(), isLoading: mayLoad };
    this.#worker.postMessage(job);
  }

  async stop(reason: string): Promise<void> {
    this.#isStopped = true;
    this.#endReason = reason;
    void this.#worker.terminate();
    await this.#exited;
  }

  #answer({ id, answers, memoryBytes }: JobResult): void {
    const portion = this.#portion;
    if (portion === undefined || id !== this.#jobs || this.#isStopped) return;
    this.#watchdog.stop();
    this.#portion = undefined;
    this.memoryBytes = memoryBytes;
    if (answers === undefined) this.models.splice(this.models.indexOf(portion.batch.model.name), 1);
    this.#events.onResult(portion, answers, this.#work);
  }

  #end(isBlameless: boolean): void {
    this.#watchdog.stop();
    this.#isStopped = true;
    const lost = this.#portion;
    this.#portion = undefined;
    this.#events.onEnd(this.#endReason, lost, isBlameless, this.#work);
  }
}
