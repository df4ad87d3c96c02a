/** One worker thread as the pool sees it: its loaded models, its current job, and how it ends. */
import { Worker } from 'node:worker_threads';
import type { MemoryPlan } from './memory-plan.ts';
import { type Job, type JobResult, outgrownExitCode, type WorkerStart } from './messages.ts';
import { modelKey } from './models.ts';
import { type ThreadJob, type ThreadWork, textsOf } from './thread-job.ts';
import { Watchdog } from './watchdog.ts';

export interface ThreadEvents {
  onResult(job: ThreadJob, answers: readonly string[] | undefined, work: ThreadWork): void;
  /**
   * Called when the thread ends for any reason. `lost` is its current job, which is blameless if other
   * models had filled the memory.
   */
  onEnd(reason: string, lost: ThreadJob | undefined, isBlameless: boolean, work: ThreadWork): void;
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
  /** Keys, least recently used first. */
  readonly models: string[];
  memoryBytes = 0;
  #loads: number;
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  readonly #exited: Promise<void>;
  #job: ThreadJob | undefined;
  readonly #watchdog: Watchdog;
  #jobs = 0;
  #sent = { atMs: 0, isLoading: false };
  #endReason = 'exited unexpectedly';
  #isStopped = false;

  constructor({ workerFile, start, events }: ThreadOptions) {
    this.models = start.pinned.map(modelKey);
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
    return this.#job === undefined && !this.#isStopped;
  }

  get job(): ThreadJob | undefined {
    return this.#job;
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
    job: ThreadJob,
    plan: MemoryPlan,
    { patienceMs, mayLoad, isOneByOne }: { patienceMs: number; mayLoad: boolean; isOneByOne: boolean },
  ): void {
    const { model, isHtml } = job;
    const key = modelKey(model);
    const evict = plan.evictionsFor(key, this.models);
    if (!this.has(key)) this.#loads++;
    const kept = this.models.filter((other) => other !== key && !evict.includes(other));
    this.models.splice(0, this.models.length, ...kept, key);
    this.#job = job;
    this.#watchdog.start(patienceMs);
    const maxMemoryBytes = plan.limitFor(this.models);
    this.#sent = { atMs: performance.now(), isLoading: mayLoad };
    this.#worker.postMessage({
      id: ++this.#jobs,
      ...{ evict, model, texts: textsOf(job), isHtml, isOneByOne, maxMemoryBytes },
    } satisfies Job);
  }

  async stop(reason: string): Promise<void> {
    this.#isStopped = true;
    this.#endReason = reason;
    void this.#worker.terminate();
    await this.#exited;
  }

  #answer({ id, answers, memoryBytes }: JobResult): void {
    const job = this.#job;
    if (job === undefined || id !== this.#jobs || this.#isStopped) return;
    this.#watchdog.stop();
    this.#job = undefined;
    this.memoryBytes = memoryBytes;
    if (answers === undefined) this.models.splice(this.models.indexOf(modelKey(job.model)), 1);
    this.#events.onResult(job, answers, this.#work);
  }

  #end(isBlameless: boolean): void {
    this.#watchdog.stop();
    this.#isStopped = true;
    const lost = this.#job;
    this.#job = undefined;
    this.#events.onEnd(this.#endReason, lost, isBlameless, this.#work);
  }
}
