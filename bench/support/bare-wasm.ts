/**
 * The floor of the comparison: Bergamot's WASM in worker threads, fed with portions as large as the server's, as fast as
 * they are answered. Nothing is watched, queued fairly or put back in order; the answers are kept for a spot check.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type KernelName, loadKernel } from '../../src/engines/bergamot/kernel/load-kernel.ts';
import { loadWasm } from '../../src/engines/bergamot/load-wasm.ts';
import type { Job, JobResult, WorkerStart } from '../../src/engines/bergamot/messages.ts';
import { discoverModels, fingerprintOf, type Model } from '../../src/engines/bergamot/models.ts';
import { charactersPerJob } from '../../src/engines/bergamot/thread-job.ts';

const workerFile = new URL('../../src/engines/bergamot/bergamot-worker.ts', import.meta.url);

interface RunOptions {
  readonly workers: number;
  /** Each text in a call to the WASM of its own. */
  readonly isOneByOne?: boolean;
}

export class BareWasm {
  readonly #workers: readonly Worker[];
  readonly #model: Model;

  constructor(workers: readonly Worker[], model: Model) {
    this.#workers = workers;
    this.#model = model;
  }

  /** Milliseconds until the last text was answered, with the first `workers` workers. */
  async run(texts: readonly string[], { workers, isOneByOne = false }: RunOptions): Promise<number> {
    const portions = portionsOf(texts).values();
    const started = performance.now();
    await Promise.all(
      this.#workers.slice(0, workers).map((worker) => this.#feed(worker, portions, isOneByOne)),
    );
    return performance.now() - started;
  }

  async translate(texts: readonly string[], isOneByOne = false): Promise<readonly string[]> {
    const [worker] = this.#workers;
    return worker === undefined ? [] : this.#ask(worker, texts, isOneByOne);
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  async #feed(worker: Worker, portions: Iterator<readonly string[]>, isOneByOne: boolean): Promise<void> {
    for (let next = portions.next(); !next.done; next = portions.next())
      await this.#ask(worker, next.value, isOneByOne);
  }

  async #ask(worker: Worker, texts: readonly string[], isOneByOne: boolean): Promise<readonly string[]> {
    const maxMemoryBytes = Number.POSITIVE_INFINITY;
    const job: Job = {
      ...{ id: 0, evict: [], model: this.#model, texts, isHtml: false, maxMemoryBytes },
      isOneByOne,
    };
    worker.postMessage(job);
    const [{ answers }] = (await once(worker, 'message')) as [JobResult];
    if (answers?.length !== texts.length) throw new Error('an answer is missing');
    return answers;
  }
}

function portionsOf(texts: readonly string[]): string[][] {
  const portions: string[][] = [];
  let room = 0;
  for (const text of texts) {
    if (text.length > room) {
      portions.push([]);
      room = charactersPerJob;
    }
    portions.at(-1)?.push(text);
    room -= text.length;
  }
  return portions;
}

export async function openBareWasm(
  modelsFolder: string,
  name: string,
  count: number,
  kernel: KernelName = 'own',
): Promise<BareWasm> {
  const found = (await discoverModels(modelsFolder)).find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`There is no model ${name} in ${modelsFolder}.`);
  // As the engine does unless it is configured otherwise.
  const files = { ...found, shortlist: undefined };
  const model = { ...files, fingerprint: fingerprintOf(files) };
  const { module } = await loadKernel(kernel);
  const workerData: WorkerStart = { ...(await loadWasm()), kernel: module, pinned: [model] };
  return new BareWasm(
    Array.from({ length: count }, () => new Worker(workerFile, { workerData })),
    model,
  );
}
