/** Says when housekeeping happens: at the start of a process, and every hour or as often as its task needs. */
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';

const hourMs = 60 * 60_000;

/**
 * A run that was postponed is tried again sooner. Every try of every node makes charges wait for a moment, so not too
 * soon: many nodes together must not keep them waiting all the time.
 */
const retryMs = 5 * 60_000;

/** A backup or a report ends within hours; what is postponed for longer needs somebody who looks. */
const patienceMs = 24 * hourMs;

export interface Job {
  close(): Promise<void>;
}

/** What has to be done now and then: safe at any time and from every node at once. */
export interface Housekeeping {
  /** `postponed`: what it needs is in use by others. That is no failure, unless it goes on for long. */
  run(): Promise<'done' | 'postponed'>;
}

export interface HousekeepingWatch {
  /** What is done, in a word. */
  readonly task: string;
  readonly everyMs?: number;
  readonly metrics: Pick<Metrics, 'reportHousekeeping'>;
  readonly logger: Logger;
}

export function startHousekeeping(housekeeping: Housekeeping, watch: HousekeepingWatch): Job {
  const { everyMs = hourMs } = watch;
  const report = createReport(watch);
  let running: Promise<void>;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const run = async () => {
    let isPostponed = false;
    try {
      isPostponed = (await housekeeping.run()) === 'postponed';
      if (isPostponed) report.postponed();
      else report.done();
    } catch (err) {
      report.failed(err);
    }
    if (isClosed) return;
    timer = setTimeout(
      () => {
        running = run();
      },
      isPostponed ? Math.min(retryMs, everyMs) : everyMs,
    );
    timer.unref();
  };
  running = run();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function createReport({ task, metrics, logger }: HousekeepingWatch) {
  let postponedSinceMs: number | undefined;
  return {
    done() {
      postponedSinceMs = undefined;
      metrics.reportHousekeeping(task, 'done');
    },
    postponed() {
      postponedSinceMs ??= Date.now();
      const durationMs = Date.now() - postponedSinceMs;
      const isLong = durationMs >= patienceMs;
      metrics.reportHousekeeping(task, isLong ? 'failed' : 'postponed');
      if (isLong) logger.error('housekeeping was postponed for too long', { task, durationMs });
      else logger.info('housekeeping was postponed: its tables are in use', { task, durationMs });
    },
    failed(err: unknown) {
      metrics.reportHousekeeping(task, 'failed');
      logger.error('housekeeping failed', { task, err });
    },
  };
}
