/** Says when housekeeping happens: when a process has started, and every hour or as often as its task needs. */
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Job } from './job.ts';

const hourMs = 60 * 60_000;

/**
 * A run that failed or was postponed is tried again sooner. Every try of every node makes charges wait for a moment, so not too
 * soon: many nodes together must not keep them waiting all the time.
 */
const retryMs = 5 * 60_000;

/** A run whose connection was lost is tried again once after this time, before anybody is told that it failed. */
const secondTryMs = 10_000;

/** A backup or a report ends within hours; what is postponed for longer needs somebody who looks. */
const patienceMs = 24 * hourMs;

/** A run under way may end with the process: the next one does what it left. A file store alone can take minutes. */
const closePatienceMs = 5_000;

/** What has to be done now and then: safe at any time and from every node at once. */
export interface Housekeeping {
  /** `postponed`: what it needs is in use by others. That is no failure, unless it goes on for long. */
  run(signal: AbortSignal): Promise<'done' | 'postponed'>;
}

export interface HousekeepingParts {
  readonly metrics: Pick<Metrics, 'reportHousekeeping'>;
  readonly logger: Logger;
  /** What a new connection may set right at once. */
  readonly isConnectionLost: (error: unknown) => boolean;
}

interface Schedule extends Job {
  start(): void;
}

/**
 * The tasks of a process. They start together, when the process has computed what its start needs: a transaction that
 * waits for a busy process is ended by the server.
 */
export class HousekeepingTasks {
  readonly #parts: HousekeepingParts;
  readonly #schedules: Schedule[] = [];

  constructor(parts: HousekeepingParts) {
    this.#parts = parts;
  }

  /** `task`: what is done, in a word. */
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
      // What the end of the process broke off is done by the next one.
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
      const patience = setTimeout(late.resolve, closePatienceMs);
      await Promise.race([running, late.promise]);
      clearTimeout(patience);
    },
  };
}

/** When the next run is due: as usual, at once or in a while. */
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
      const isLong = durationMs >= patienceMs;
      metrics.reportHousekeeping(task, isLong ? 'failed' : 'postponed');
      if (isLong) logger.error('housekeeping was postponed for too long', { task, durationMs });
      else logger.info('housekeeping was postponed: its tables are in use', { task, durationMs });
      return 'later';
    },
    failed(err: unknown): Outcome {
      if (isConnectionLost(err) && !isSecondTry) {
        isSecondTry = true;
        logger.warn('housekeeping was interrupted and is tried again', { task, err });
        return 'again';
      }
      metrics.reportHousekeeping(task, 'failed');
      logger.error('housekeeping failed', { task, err });
      return 'later';
    },
  };
}
