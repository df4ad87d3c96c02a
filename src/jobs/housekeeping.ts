/** Says when housekeeping happens: at the start of a process, and every hour or as often as its task needs. */
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';

const hourMs = 60 * 60_000;

export interface Job {
  close(): Promise<void>;
}

/** What has to be done now and then: safe at any time and from every node at once. */
export interface Housekeeping {
  run(): Promise<void>;
}

export interface HousekeepingWatch {
  /** What is done, in a word. */
  readonly task: string;
  readonly everyMs?: number;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

export function startHousekeeping(housekeeping: Housekeeping, watch: HousekeepingWatch): Job {
  const { task, everyMs = hourMs, metrics, logger } = watch;
  const run = async () => {
    try {
      await housekeeping.run();
      metrics.reportHousekeeping(task, false);
    } catch (err) {
      metrics.reportHousekeeping(task, true);
      logger.error('housekeeping failed', { task, err });
    }
  };
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
