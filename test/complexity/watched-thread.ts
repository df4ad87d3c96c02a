/** Runs tasks on a thread, and ends it when one input takes too long: some of them would take hours. */
import { Worker } from 'node:worker_threads';
import type { Climb, ClimbSettings } from './climb.ts';
import type { Message, Task } from './complexity-worker.ts';
import type { PumpedInput } from './pumped-input.ts';
import type { Found } from './search.ts';

/** Far more than any input takes that keeps the bounds. */
const usualPatienceMs = 20_000;
const lookEveryMs = 250;

/** Of all threads of the process: this one waits meanwhile, so it is the other's, also where the machine is busy. */
function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** An input that did not come back. */
export interface Endless {
  readonly input: PumpedInput;
  readonly size: number;
}

export type Ending<Result> = { readonly result: Result } | { readonly endless: Endless };

export class WatchedThread implements AsyncDisposable {
  #worker: Worker | undefined;
  readonly #patienceMs: number;

  constructor(patienceMs = usualPatienceMs) {
    this.#patienceMs = patienceMs;
  }

  /**
   * How many times as slow this machine is as the one that the bounds are written for. A faster one may be as slow as that
   * the next moment.
   */
  async slowness(): Promise<number> {
    const ending = await this.#run<number>({ kind: 'calibrate' });
    return Math.max(1, 'result' in ending ? ending.result : 1);
  }

  climb(
    target: string,
    input: PumpedInput,
    { maxSize, factor, isQuick }: ClimbSettings,
  ): Promise<Ending<Climb>> {
    return this.#run({ kind: 'climb', target, input, maxSize, factor, isQuick });
  }

  search(
    target: string,
    inputs: readonly PumpedInput[],
    { seed, ms }: { readonly seed: number; readonly ms: number },
  ): Promise<Ending<Found>> {
    return this.#run({ kind: 'search', target, inputs, seed, ms });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #run<Result>(task: Task): Promise<Ending<Result>> {
    this.#worker ??= new Worker(new URL('./complexity-worker.ts', import.meta.url));
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      let latest: Endless | undefined;
      let startedMs = processCpuMs();
      const look = () => {
        if (latest === undefined || processCpuMs() - startedMs < this.#patienceMs) return;
        settle();
        this.#worker = undefined;
        void worker.terminate();
        resolve({ endless: latest });
      };
      const timer = setInterval(look, lookEveryMs);
      const settle = () => {
        clearInterval(timer);
        worker.off('message', hear).off('error', fail);
      };
      const hear = (message: Message) => {
        if (message.kind === 'trying') {
          latest = message;
          startedMs = processCpuMs();
          return;
        }
        settle();
        if (message.kind === 'done') resolve({ result: message.result as Result });
        else reject(new Error(message.reason));
      };
      const fail = (error: unknown) => {
        settle();
        this.#worker = undefined;
        reject(error);
      };
      worker.on('message', hear).on('error', fail);
      worker.postMessage(task);
    });
  }
}
