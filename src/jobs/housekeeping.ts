/** Says when housekeeping happens: at the start of a process, and every hour. */
import type { LedgerHousekeeping } from '../metering/housekeeping.ts';
import type { Logger } from '../observability/logger.ts';

const everyMs = 60 * 60_000;

export interface Job {
  close(): Promise<void>;
}

export function startHousekeeping(housekeeping: LedgerHousekeeping, logger: Logger): Job {
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
