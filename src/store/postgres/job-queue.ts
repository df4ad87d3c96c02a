/**
 * The document queue: graphile-worker in its own schema. A job contains only the IDs of a document; the
 * document's row says what to do and whether it is done.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import type { Logger } from '../../observability/logger.ts';
import type { Connection, Database, Queryable } from './database.ts';
import {
  type QueueWorker,
  removeDocumentWorker,
  reportDocumentWorker,
  type WorkingProcess,
} from './document-workers.ts';

const task = 'translate-document';

/** Loaded on demand: a process that has no documents to translate starts a tenth faster without it. */
async function loadLibrary() {
  const { Logger: QueueLogger, run, runMigrations } = await import('graphile-worker');
  // Events and documents report what happens; the library's log lines could contain unexpected data.
  return { run, runMigrations, silent: new QueueLogger(() => () => undefined) };
}

/**
 * A document that cannot be finished fails by its own count of starts, before the queue's limit is reached.
 */
const maxAttempts = 1_000;

/** Notifications wake a worker at once; polling finds jobs that were postponed. */
const pollMs = 1_000;

/**
 * Time for the library to record the last jobs: as long as it takes to detect that the database is
 * unavailable.
 */
const stopTimeoutMs = 5_000;

/** Failures in a row to take a job, over all workers: reached within seconds. */
const maxFailures = 5;

/** The library more than doubles the pause with every failure, up to six hours; an outage ends sooner. */
const maxPauseSeconds = 30;

const maxPriority = 32_767;

export interface DocumentJob {
  readonly teamId: string;
  readonly id: string;
}

/** Creates or updates the queue's tables; safe to repeat. */
export async function migrateQueue(db: Database): Promise<void> {
  const { runMigrations, silent } = await loadLibrary();
  await runMigrations({ pgPool: db, logger: silent });
}

export async function isQueueThere(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS found`,
  );
  return rows[0]?.found ?? false;
}

/** Documents of a team with more in progress wait behind those of other teams, so that teams take turns. */
export async function addDocumentJob(
  db: Queryable,
  { teamId, id }: DocumentJob,
  place: number,
): Promise<void> {
  await db.query(
    `SELECT graphile_worker.add_job($1, $2::json, job_key => $3, max_attempts => $4, priority => $5)`,
    [task, JSON.stringify({ teamId, id }), id, maxAttempts, Math.min(place, maxPriority)],
  );
}

export async function removeDocumentJob(connection: Connection, id: string): Promise<void> {
  await connection.query('SELECT graphile_worker.remove_job($1)', [id]);
}

export interface RunningQueue {
  /** The name of this process in the queue's locks. */
  readonly id: string;
  /** The documents that this process is working on. */
  documentsInHand(): readonly string[];
  /** Settles when the queue has stopped; rejects if it stopped because the database was unavailable. */
  readonly ended: Promise<void>;
  /** Takes no more jobs, waits for those in progress and ends at most a few seconds later. Never rejects. */
  stop(): Promise<void>;
}

export interface QueueOptions {
  readonly concurrency: number;
  readonly logger: Logger;
  readonly work: (job: DocumentJob) => Promise<void>;
}

export interface DocumentQueue {
  run(options: QueueOptions): Promise<RunningQueue>;
  report(worker: QueueWorker): Promise<void>;
  remove(workerId: string): Promise<void>;
  recover(running: RunningQueue, silenceMs: number): Promise<number>;
}

/** Needs its own connections, because one of them listens all the time. */
export function openDocumentQueue(db: Database, process?: WorkingProcess): DocumentQueue {
  return {
    run: (options) => runQueue(db, options),
    report: (worker) => reportDocumentWorker(db, worker, process),
    remove: (workerId) => removeDocumentWorker(db, workerId),
    async recover(running, silenceMs) {
      return (await recoverJobs(db, silenceMs)) + (await repeatLostJobs(db, running, silenceMs));
    },
  };
}

async function runQueue(db: Database, options: QueueOptions): Promise<RunningQueue> {
  const { concurrency, logger, work } = options;
  const { run, silent } = await loadLibrary();
  const events = new EventEmitter() as WorkerEvents;
  const underWay = new JobsUnderWay();
  let pool: WorkerPool | undefined;
  const stopping = Promise.withResolvers<void>();
  events.on('pool:create', ({ workerPool }) => {
    pool = workerPool;
  });
  events.on('pool:gracefulShutdown', () => stopping.resolve());
  const failures = new FailuresInARow(() => runner.stop(cantTake).catch(() => undefined));
  events.on('worker:getJob:error', () => failures.add());
  events.on('worker:getJob:empty', () => failures.reset());
  events.on('job:start', () => failures.reset());
  events.on('job:error', ({ error }) =>
    logger.warn('a document was postponed after an error', { err: error as Error }),
  );
  const runner = await run({
    pgPool: db,
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    events,
    logger: silent,
    parsedCronItems: [],
    taskList: { [task]: (payload) => underWay.run(payload as DocumentJob, work) },
    // Without a delay (-1), a failure to record the end of a job is an unhandled rejection, which ends the
    // process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  // If the ends of two jobs cannot be recorded, the library waits forever, because it counts one of them
  // twice. Jobs whose end was not recorded are recovered later, like those of a process that died.
  const stopOnTimeout = async () => {
    await stopping.promise;
    await underWay.over();
    await delay(stopTimeoutMs, undefined, { ref: false });
    // Has no effect if the pool has already ended.
    Promise.resolve(pool?.forcefulShutdown(tooLate)).catch(() => undefined);
    throw new Error(tooLate);
  };
  const ended = Promise.race([runner.promise, stopOnTimeout()]);
  // The caller may await this later; without a handler, an earlier rejection would end the process.
  ended.catch(() => undefined);
  return {
    id: pool?.id ?? '',
    documentsInHand: () => underWay.documents(),
    ended,
    async stop() {
      runner.stop().catch(() => undefined);
      await ended.catch(() => undefined);
    },
  };
}

const tooLate = 'the queue did not stop in time';
const cantTake = 'no job can be taken';

/**
 * The library looks up its task once and caches the result, even if that is a lost connection; it then takes
 * no more jobs, even when the database is healthy again. A new queue repeats the lookup.
 */
class FailuresInARow {
  #count = 0;
  readonly #onTooMany: () => void;

  constructor(onTooMany: () => void) {
    this.#onTooMany = onTooMany;
  }

  add(): void {
    if (++this.#count === maxFailures) this.#onTooMany();
  }

  reset(): void {
    this.#count = 0;
  }
}

class JobsUnderWay {
  readonly #jobs = new Map<Promise<void>, string>();

  async run(job: DocumentJob, work: QueueOptions['work']): Promise<void> {
    const done = work(job);
    this.#jobs.set(done, job.id);
    await done.finally(() => this.#jobs.delete(done));
  }

  documents(): readonly string[] {
    return [...this.#jobs.values()];
  }

  async over(): Promise<void> {
    while (this.#jobs.size > 0) await Promise.allSettled(this.#jobs.keys());
  }
}

/**
 * Unlocks the jobs of workers that have not reported for a while, requeues documents without a job, and
 * shortens long pauses. The library itself would wait for four hours. Returns the number of unlocked workers
 * plus requeued documents.
 */
async function recoverJobs(db: Database, silenceMs: number): Promise<number> {
  const silence = `make_interval(secs => ${silenceMs / 1_000})`;
  const { rows } = await db.query<{ locked: string }>(
    `SELECT j.locked_by AS locked, graphile_worker.force_unlock_workers(ARRAY[j.locked_by])
       FROM (SELECT DISTINCT locked_by FROM graphile_worker.jobs
              WHERE task_identifier = $1 AND locked_at < now() - ${silence}) AS j
      WHERE NOT EXISTS (SELECT FROM document_workers w
                         WHERE w.queue_id = j.locked_by AND w.seen_at > clock_timestamp() - ${silence})`,
    [task],
  );
  // A job whose document was deleted while it was locked never runs again, and nothing else would remove it.
  await db.query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
      WHERE task_identifier = $1 AND attempts >= max_attempts AND locked_at IS NULL HAVING count(*) > 0`,
    [task],
  );
  await db.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + $2::interval) FROM graphile_worker.jobs
      WHERE task_identifier = $1 AND locked_at IS NULL AND run_at > now() + $2::interval HAVING count(*) > 0`,
    [task, `${maxPauseSeconds} s`],
  );
  await db.query(`DELETE FROM document_workers WHERE seen_at < clock_timestamp() - 10 * ${silence}`);
  const { rows: lost } = await db.query<DocumentJob & { place: number }>(
    `SELECT d.team_id AS "teamId", d.id, d.place FROM documents d
      WHERE d.state IN ('queued', 'translating') AND d.created_at < clock_timestamp() - ${silence}
        AND d.expires_at > clock_timestamp()
        AND NOT EXISTS (SELECT FROM graphile_worker.jobs j WHERE j.key = d.id::text)
      LIMIT 100`,
  );
  for (const job of lost) await addDocumentJob(db, job, job.place);
  return rows.length + lost.length;
}

/**
 * A connection may break after a job was taken and before the worker learned of it: the job is then locked by
 * a live process that does not know about it. Adding it again creates a new job and leaves the locked one as
 * it is.
 */
async function repeatLostJobs(db: Database, running: RunningQueue, silenceMs: number): Promise<number> {
  const { rows } = await db.query<DocumentJob & { place: number }>(
    `SELECT d.team_id AS "teamId", d.id, d.place
       FROM graphile_worker.jobs j JOIN documents d ON d.id::text = j.key
      WHERE j.task_identifier = $1 AND j.locked_by = $2 AND d.state IN ('queued', 'translating')
        AND j.locked_at < now() - make_interval(secs => ${silenceMs / 1_000}) AND j.key <> ALL ($3)
      LIMIT 100`,
    [task, running.id, running.documentsInHand()],
  );
  for (const job of rows) await addDocumentJob(db, job, job.place);
  return rows.length;
}
