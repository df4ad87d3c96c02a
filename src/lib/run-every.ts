import { oneAtATime } from './one-at-a-time.ts';

export interface PeriodicTask {
  /** Runs the task now, or after the current run. */
  runNow(): Promise<void>;
  /** Starts no more runs, and waits for the last one. */
  stop(): Promise<void>;
}

/** Runs a task at an interval, never twice at once. Does not keep the process alive. */
export function runEvery(intervalMs: number, task: () => Promise<void>): PeriodicTask {
  const run = oneAtATime(task);
  let lastRun: Promise<void> = Promise.resolve();
  const runNow = () => {
    lastRun = run();
    return lastRun;
  };
  const timer = setInterval(() => void runNow(), intervalMs).unref();
  return {
    runNow,
    async stop() {
      clearInterval(timer);
      await lastRun;
    },
  };
}
