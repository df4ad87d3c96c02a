/** One worker thread as the pool sees it: what it has loaded, what it works on, and how it ends. */
import { Worker } from 'node:worker_threads';
import type { MemoryPlan } from './memory-plan.ts';
import { type Job, type JobResult, outgrownExitCode, type WorkerStart } from './messages.ts';
import type { Portion } from './text-batch.ts';
import { Watchdog } from './watchdog.ts';

/** How long a thread worked on a portion, and whether it had to start or to load a model for it. */
export interface ThreadWork {
  readonly workedMs: number;
  readonly isLoading: boolean;
}

export interface ThreadEvents {
  onResult(portion: Portion, answers: readonly string[] | undefined, work: ThreadWork): void;
  /** Whatever ended it; `lost` is what it worked on, and not to blame if it found the memory full of other models. */
  onEnd(reason: string, lost: Portion | undefined, isBlameless: boolean, work: ThreadWork): void;
}

export interface ThreadOptions {
  readonly workerFile: URL;
  readonly start: WorkerStart;
  readonly events: ThreadEvents;
}

/** Why a thread ended that would have had to grow beyond its part of the budget. */
export const outgrown = 'outgrew its memory';

/** Why a thread was ended that took too long over its texts. */
export const hangs = 'hangs';

/** A thread's own heap holds the texts of one job and the script; the WASM's memory is apart from it. */
const maxHeapMb = 128;

export class TranslatingThread {
  /** Names, the least recently used first. */
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
  #endReason = 'ended by itself';
  #isStopped = false;

  constructor({ workerFile, start, events }: ThreadOptions) {
    this.models = start.pinned.map(({ name }) => name);
    this.#loads = this.models.length;
    this.#events = events;
    this.#worker = new Worker(workerFile, {
      workerData: start,
      // Nothing of the server's environment or arguments.
      env: {},
      argv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    this.#watchdog = new Watchdog(this.#worker, () => void this.stop(hangs));
    this.#worker.on('message', (result: JobResult) => this.#answer(result));
    this.#worker.on('error', (error) => {
      // The name alone: what a fault says can hold words of a text.
      this.#endReason = `failed (${error instanceof Error ? error.name : 'unknown'})`;
    });
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', (code) => {
        if (code === outgrownExitCode) this.#endReason = outgrown;
        // A first job found nothing there but what is pinned.
        resolve(this.#end(code === outgrownExitCode && this.#jobs > 1));
      });
    });
  }

  get isIdle(): boolean {
    return this.#portion === undefined && !this.#isStopped;
  }

  /** What it works on. */
  get portion(): Portion | undefined {
    return this.#portion;
  }

  get #work(): ThreadWork {
    return { workedMs: performance.now() - this.#sent.atMs, isLoading: this.#sent.isLoading };
  }

  /** Only then is its memory what its one model needs, and not what it has lost since. */
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
