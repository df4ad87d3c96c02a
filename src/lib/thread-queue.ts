/**
 * Heavy computing on a thread of its own, one job after the other: two cores busy with it would leave none for calls.
 * Each job has a thread for itself, which ends with it, so that nothing is kept between jobs. Teams that wait are
 * served in rotation, and none of them can take all the places.
 */
import { Worker } from 'node:worker_threads';

export interface ThreadQueueSettings {
  /** Takes its job from `workerData`, posts one message, ends. */
  readonly workerFile: URL;
  /** A thread that needs more has a fault. */
  readonly maxHeapMb: number;
  /** Jobs that wait or run hold memory. */
  readonly maxWaiting: number;
  /** So that one team alone leaves room for others. */
  readonly maxWaitingPerTeam: number;
  /** A thread that takes longer is ended. */
  readonly maxMs: number;
}

/** A job took more memory or more time than a thread may have. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError';
}

export interface ThreadQueue<Job, Result> {
  /** Undefined when too many wait already, of this team or of all. */
  run(teamId: string, job: Job): Promise<Result> | undefined;
}

export function createThreadQueue<Job, Result>(settings: ThreadQueueSettings): ThreadQueue<Job, Result> {
  const places = new Map<string, number>();
  /** By team, in the order of their rotation. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let taken = 0;
  let isRunning = false;

  const runAll = async () => {
    isRunning = true;
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [teamId, jobs] = next;
      const start = jobs.shift();
      waiting.delete(teamId);
      if (jobs.length > 0) waiting.set(teamId, jobs);
      await start?.();
    }
    isRunning = false;
  };
  const count = (teamId: string, change: 1 | -1) => {
    taken += change;
    const left = (places.get(teamId) ?? 0) + change;
    if (left === 0) places.delete(teamId);
    else places.set(teamId, left);
  };

  return {
    run(teamId, job) {
      const ofThisTeam = places.get(teamId) ?? 0;
      if (taken >= settings.maxWaiting || ofThisTeam >= settings.maxWaitingPerTeam) return undefined;
      count(teamId, 1);
      return new Promise<Result>((resolve, reject) => {
        const start = () =>
          runOnThread<Result>(job, settings)
            .then(resolve, reject)
            .finally(() => count(teamId, -1));
        const ofTeam = waiting.get(teamId);
        if (ofTeam === undefined) waiting.set(teamId, [start]);
        else ofTeam.push(start);
        if (!isRunning) void runAll();
      });
    },
  };
}

function runOnThread<Result>(job: unknown, settings: ThreadQueueSettings): Promise<Result> {
  const { workerFile, maxHeapMb, maxMs } = settings;
  const name = workerFile.pathname.split('/').at(-1);
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    const timer = setTimeout(() => {
      reject(new ThreadLimitError(`${name} took longer than ${maxMs} ms`));
      void worker.terminate();
    }, maxMs);
    worker.once('message', resolve);
    worker.once('error', (error: Error & { code?: string }) => {
      const isLimit = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isLimit ? new ThreadLimitError(`${name} needed too much memory`, { cause: error }) : error);
    });
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${name} ended with ${code}`));
    });
  });
}
