/** Says when housekeeping happens: at the start of a process, and every hour. */
import type { Logger } from '../observability/logger.ts';

const everyMs = 60 * 60_000;

export interface Job {
  close(): Promise<void>;
}

/** What has to be done now and then: safe at any time and from every node at once. */
export interface Housekeeping {
  run(): Promise<void>;
}

export function startHousekeeping(housekeeping: Housekeeping, logger: Logger): Job {
  const run = () => housekeeping.run().catch((err: unknown) => logger.error('housekeeping failed', { err }));
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
