/**
 * Runs heavy computations on a separate thread, one job at a time: two busy cores would leave none for calls.
 * Each job has its own thread, which ends with the job, so that no state is kept between jobs. Waiting teams
 * are served in rotation, and no team can take all places.
 */
import { Worker } from 'node:worker_threads';

export interface ThreadQueueSettings {
  /** Reads its job from `workerData`, posts one message, then exits. */
  readonly workerFile: URL;
  /** A job that needs more heap fails. */
  readonly maxHeapMb: number;
  /** Counts waiting and running jobs, because both hold memory. */
  readonly maxWaiting: number;
  /** Leaves room for the jobs of other teams. */
  readonly maxWaitingPerTeam: number;
  /** A thread that takes longer is terminated. */
  readonly maxMs: number;
}

/** A job exceeded the memory or the time of its thread. */
export class ThreadLimitError extends Error {
  override readonly name = 'ThreadLimitError';
}

export interface ThreadQueue<Job, Result> {
  /** Returns undefined when too many jobs are waiting, for this team or in total. */
  run(teamId: string, job: Job): Promise<Result> | undefined;
  /** Whether the next job of this team is not taken because of its own jobs. */
  isTeamFull(teamId: string): boolean;
}

export function createThreadQueue<Job, Result>(settings: ThreadQueueSettings): ThreadQueue<Job, Result> {
  const places = new Map<string, number>();
  /** Waiting jobs by team, in the order of rotation. */
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

  const isTeamFull = (teamId: string) => (places.get(teamId) ?? 0) >= settings.maxWaitingPerTeam;

  return {
    isTeamFull,
    run(teamId, job) {
      if (taken >= settings.maxWaiting || isTeamFull(teamId)) return undefined;
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
