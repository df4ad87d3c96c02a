/**
 * Heavy computing on a thread of its own, one job after the other: two cores busy with it would leave none for calls.
 * Each job has a thread for itself, which ends with it, so that nothing is kept between jobs.
 */
import { Worker } from 'node:worker_threads';

export interface ThreadQueueSettings {
  /** Takes its job from `workerData`, posts one message, ends. */
  readonly workerFile: URL;
  /** A thread that needs more has a fault. */
  readonly maxHeapMb: number;
  /** Jobs that wait hold memory. */
  readonly maxWaiting: number;
  /** A thread that takes longer is ended. */
  readonly maxMs?: number;
}

export interface ThreadQueue<Job, Result> {
  /** Undefined when too many wait already. */
  run(job: Job): Promise<Result> | undefined;
}

export function createThreadQueue<Job, Result>(settings: ThreadQueueSettings): ThreadQueue<Job, Result> {
  let latest: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    run(job) {
      if (waiting >= settings.maxWaiting) return undefined;
      waiting++;
      const mine = latest.then(() => runOnThread<Result>(job, settings)).finally(() => waiting--);
      latest = mine.catch(() => undefined);
      return mine;
    },
  };
}

function runOnThread<Result>(job: unknown, settings: ThreadQueueSettings): Promise<Result> {
  const { workerFile, maxHeapMb, maxMs } = settings;
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const name = workerFile.pathname.split('/').at(-1);
    const timer = maxMs === undefined ? undefined : setTimeout(() => void worker.terminate(), maxMs);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${name} ended with ${code}`));
    });
  });
}
