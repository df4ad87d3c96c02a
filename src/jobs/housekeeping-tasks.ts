/** Schedules housekeeping: when a process has started, and then every hour or at the task's own interval. */
import type { TaskReport, TaskState } from '../lib/node-report.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Job } from './job.ts';

const hourMs = 60 * 60_000;

/**
 * A failed or postponed run is retried sooner, but not too soon: each attempt of each node briefly delays
 * charges, and many nodes together must not delay them all the time.
 */
const retryMs = 5 * 60_000;

/**
 * A run that lost its connection, or got none in time on a busy machine, delays nobody. It is retried after this
 * time, then after twice the time and so on, and is reported as failed from the second loss on.
 */
const reconnectMs = 10_000;

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
  readonly #reports: Report[] = [];

  constructor(parts: HousekeepingParts) {
    this.#parts = parts;
  }

  /** `task`: a one-word name for metrics and logs. */
  add(task: string, housekeeping: Housekeeping, everyMs = hourMs): void {
    this.#parts.metrics.reportHousekeeping(task, 'done');
    const report = createReport(task, this.#parts);
    this.#reports.push(report);
    this.#schedules.push(createSchedule(housekeeping, everyMs, report));
  }

  /** The last run of each task. */
  describe(): TaskReport[] {
    return this.#reports.map((report) => report.describe());
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

  /** Returns when the next run is due. */
  const tryOnce = async (): Promise<number> => {
    try {
      if ((await housekeeping.run(closing.signal)) === 'postponed') return report.postponed();
      report.done();
      return everyMs;
    } catch (err) {
      // The next process completes a run that the end of this one interrupted.
      return closing.signal.aborted ? everyMs : report.failed(err);
    }
  };
  const run = async () => {
    const pauseMs = await tryOnce();
    if (closing.signal.aborted) return;
    timer = setTimeout(start, Math.min(pauseMs, everyMs));
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

type Report = ReturnType<typeof createReport>;

/** Reports how runs end, and returns the pause after a run that has to be repeated. */
function createReport(task: string, { metrics, logger, isConnectionLost }: HousekeepingParts) {
  let postponedSinceMs: number | undefined;
  let lostConnections = 0;
  let state: TaskState = 'due';
  let doneAt: Date | undefined;
  const tell = (outcome: Exclude<TaskState, 'due'>) => {
    state = outcome;
    metrics.reportHousekeeping(task, outcome);
  };
  return {
    describe: (): TaskReport => ({ task, state, done_at: doneAt?.toISOString() ?? null }),
    done(): void {
      postponedSinceMs = undefined;
      lostConnections = 0;
      doneAt = new Date();
      tell('done');
    },
    postponed(): number {
      postponedSinceMs ??= Date.now();
      lostConnections = 0;
      const durationMs = Date.now() - postponedSinceMs;
      const isLong = durationMs >= maxPostponementMs;
      tell(isLong ? 'failed' : 'postponed');
      if (isLong) logger.error('housekeeping was postponed for too long', { task, durationMs });
      else logger.info('housekeeping was postponed: its tables are in use', { task, durationMs });
      return retryMs;
    },
    failed(err: unknown): number {
      lostConnections = isConnectionLost(err) ? lostConnections + 1 : 0;
      if (lostConnections === 1) {
        logger.warn('housekeeping was interrupted and will be retried', { task, err });
      } else {
        tell('failed');
        logger.error('housekeeping failed', { task, err });
      }
      return lostConnections === 0 ? retryMs : Math.min(reconnectMs * 2 ** (lostConnections - 1), retryMs);
    },
  };
}
