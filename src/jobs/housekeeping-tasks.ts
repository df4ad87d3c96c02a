/** Schedules housekeeping: when a process has started, and then every hour or at the task's own interval. */
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Job } from './job.ts';

const hourMs = 60 * 60_000;

/**
 * A failed or postponed run is retried sooner, but not too soon: each attempt of each node briefly delays
 * charges, and many nodes together must not delay them all the time.
 */
const retryMs = 5 * 60_000;

/** A run that lost its connection is retried once after this time, before it is reported as failed. */
const secondTryMs = 10_000;

/** A backup or a report ends within hours; a longer postponement needs the operator's attention. */
const maxPostponementMs = 24 * hourMs;

/** The end of the process may cut a run off; the next one completes it. A file store can take minutes. */
const closeTimeoutMs = 5_000;

/** A periodic task, safe to run at any time and from every node at once. */
export interface Housekeeping {
  /** `postponed`: a resource that it needs is in use. That is not a failure, unless it lasts long. */
  run(signal: AbortSignal): Promise<'done' | 'postponed'>;
}

export interface HousekeepingParts {
  readonly metrics: Pick<Metrics, 'reportHousekeeping'>;
  readonly logger: Logger;
  /** Whether a new connection may resolve the error at once. */
  readonly isConnectionLost: (error: unknown) => boolean;
}

interface Schedule extends Job {
  start(): void;
}

/**
 * The tasks of a process. They start together, after the computations of the start-up: the server ends a
 * transaction that waits for a busy process.
 */
export class HousekeepingTasks {
  readonly #parts: HousekeepingParts;
  readonly #schedules: Schedule[] = [];

  constructor(parts: HousekeepingParts) {
    this.#parts = parts;
  }

  /** `task`: a one-word name for metrics and logs. */
  add(task: string, housekeeping: Housekeeping, everyMs = hourMs): void {
    this.#parts.metrics.reportHousekeeping(task, 'done');
    this.#schedules.push(createSchedule(housekeeping, everyMs, createReport(task, this.#parts)));
  }

  start(): void {
    for (const schedule of this.#schedules) schedule.start();
  }

  async close(): Promise<void> {
    await Promise.all(this.#schedules.map((schedule) => schedule.close()));
  }
}

function createSchedule(housekeeping: Housekeeping, everyMs: number, report: Report): Schedule {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const closing = new AbortController();

  const tryOnce = async (): Promise<Outcome> => {
    try {
      return (await housekeeping.run(closing.signal)) === 'done' ? report.done() : report.postponed();
    } catch (err) {
      // The next process completes a run that the end of this one interrupted.
      return closing.signal.aborted ? 'later' : report.failed(err);
    }
  };
  const pauses = { done: everyMs, again: Math.min(secondTryMs, everyMs), later: Math.min(retryMs, everyMs) };
  const run = async () => {
    const outcome = await tryOnce();
    if (closing.signal.aborted) return;
    timer = setTimeout(start, pauses[outcome]);
    timer.unref();
  };
  const start = () => {
    running = run();
  };
  return {
    start,
    async close() {
      closing.abort();
      clearTimeout(timer);
      const late = Promise.withResolvers<void>();
      const timeout = setTimeout(late.resolve, closeTimeoutMs);
      await Promise.race([running, late.promise]);
      clearTimeout(timeout);
    },
  };
}

/** When the next run is due: after the usual interval, within seconds or within minutes. */
type Outcome = 'done' | 'again' | 'later';

type Report = ReturnType<typeof createReport>;

function createReport(task: string, { metrics, logger, isConnectionLost }: HousekeepingParts) {
  let postponedSinceMs: number | undefined;
  let isSecondTry = false;
  return {
    done(): Outcome {
      postponedSinceMs = undefined;
      isSecondTry = false;
      metrics.reportHousekeeping(task, 'done');
      return 'done';
    },
    postponed(): Outcome {
      postponedSinceMs ??= Date.now();
      isSecondTry = false;
      const durationMs = Date.now() - postponedSinceMs;
      const isLong = durationMs >= maxPostponementMs;
      metrics.reportHousekeeping(task, isLong ? 'failed' : 'postponed');
      if (isLong) logger.error('housekeeping was postponed for too long', { task, durationMs });
      else logger.info('housekeeping was postponed: its tables are in use', { task, durationMs });
      return 'later';
    },
    failed(err: unknown): Outcome {
      if (isConnectionLost(err) && !isSecondTry) {
        isSecondTry = true;
        logger.warn('housekeeping was interrupted and will be retried', { task, err });
        return 'again';
      }
      metrics.reportHousekeeping(task, 'failed');
      logger.error('housekeeping failed', { task, err });
      return 'later';
    },
  };
}
