/**
 * The queue of documents: graphile-worker, in a schema of its own. A job is the ids of a document and nothing else; what
 * is to be done, and whether it is done, the document's row says.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Logger as QueueLogger,
  run,
  runMigrations,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type { Logger } from '../../observability/logger.ts';
import type { Connection, Database } from './database.ts';

const task = 'translate-document';

/** A document that can't be finished is failed by its own count of starts; the queue's must not come first. */
const maxAttempts = 1_000;

/** The queue's notifications wake a worker at once; this finds what was put off to a later time. */
const pollMs = 1_000;

/** For the library to write what became of the last jobs: as long as it takes to find out that the database is away. */
const stopPatienceMs = 5_000;

/** Tries in a row to take a job, by all workers together: seconds of them. */
const mostFailures = 5;

/** The library doubles and more than doubles the pause with every failure, up to six hours; an outage is over sooner. */
const longestPauseSeconds = 30;

const mostPriority = 32_767;

export interface DocumentJob {
  readonly teamId: string;
  readonly id: string;
}

/** Its tables; safe to run again. */
export async function migrateQueue(db: Database): Promise<void> {
  await runMigrations({ pgPool: db, logger: silent });
}

export async function isQueueThere(db: Database | Connection): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    `SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS found`,
  );
  return rows[0]?.found ?? false;
}

/** Who has more under way waits behind those who have less: teams take turns. */
export async function addDocumentJob(
  db: Connection | Database,
  { teamId, id }: DocumentJob,
  place: number,
): Promise<void> {
  await db.query(
    `SELECT graphile_worker.add_job($1, $2::json, job_key => $3, max_attempts => $4, priority => $5)`,
    [task, JSON.stringify({ teamId, id }), id, maxAttempts, Math.min(place, mostPriority)],
  );
}

export async function removeDocumentJob(connection: Connection, id: string): Promise<void> {
  await connection.query('SELECT graphile_worker.remove_job($1)', [id]);
}

export interface RunningQueue {
  /** As the queue's locks name this process. */
  readonly id: string;
  /** The documents that it works on. */
  documentsInHand(): readonly string[];
  /** When it has stopped, on purpose or because the database was away; rejects with the reason for the latter. */
  readonly ended: Promise<void>;
  /** Takes no more jobs, and ends when those under way have, and a few seconds later at most. Never rejects. */
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

/** On connections of its own: one of them listens all the time. */
export function openDocumentQueue(db: Database): DocumentQueue {
  return {
    run: (options) => runQueue(db, options),
    report: (worker) => reportWorker(db, worker),
    remove: (workerId) => removeWorker(db, workerId),
    async recover(running, silenceMs) {
      return (await recoverJobs(db, silenceMs)) + (await repeatLostJobs(db, running, silenceMs));
    },
  };
}

async function runQueue(db: Database, options: QueueOptions): Promise<RunningQueue> {
  const { concurrency, logger, work } = options;
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
  events.on('job:error', ({ error }) => logger.warn('a document was put off', { err: error as Error }));
  const runner = await run({
    pgPool: db,
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    events,
    logger: silent,
    parsedCronItems: [],
    taskList: { [task]: (payload) => underWay.run(payload as DocumentJob, work) },
    // Without a delay (-1) nobody handles the rejection when the end of a job can't be written, and the process ends.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  // Two ends of jobs that can't be written leave the library waiting for ever: it counts one of them twice. What it has
  // not written is taken up again later, as that of a process that died.
  const letGo = async () => {
    await stopping.promise;
    await underWay.over();
    await delay(stopPatienceMs, undefined, { ref: false });
    // Of no effect where it has ended by now.
    Promise.resolve(pool?.forcefulShutdown(tooLate)).catch(() => undefined);
    throw new Error(tooLate);
  };
  const ended = Promise.race([runner.promise, letGo()]);
  // Somebody waits for it, but perhaps not yet.
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
 * The library looks up its task once and remembers the answer, even where that is a lost connection: it takes no job after
 * that, however well the database is. A queue that is run anew looks again.
 */
class FailuresInARow {
  #count = 0;
  readonly #onTooMany: () => void;

  constructor(onTooMany: () => void) {
    this.#onTooMany = onTooMany;
  }

  add(): void {
    if (++this.#count === mostFailures) this.#onTooMany();
  }

  reset(): void {
    this.#count = 0;
  }
}

/** What this process has in hand. */
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

/** What happens is told by events and by the documents; the library's own lines would carry what is not known here. */
const silent = new QueueLogger(() => () => undefined);

/** A process that translates documents. */
export interface QueueWorker {
  readonly id: string;
  readonly queueId: string;
  readonly concurrency: number;
}

/** This process is alive, under the name by which its locks are known. */
async function reportWorker(db: Database, worker: QueueWorker): Promise<void> {
  await db.query(
    `INSERT INTO document_workers (id, queue_id, concurrency, seen_at) VALUES ($1, $2, $3, clock_timestamp())
     ON CONFLICT (id) DO UPDATE SET queue_id = excluded.queue_id, seen_at = excluded.seen_at`,
    [worker.id, worker.queueId, worker.concurrency],
  );
}

async function removeWorker(db: Database, id: string): Promise<void> {
  await db.query('DELETE FROM document_workers WHERE id = $1', [id]);
}

/**
 * Unlocks what workers have that nobody has seen for a while, puts documents back into the queue that have no job any
 * more, and shortens long pauses. The library itself would wait for four hours. How many documents that helped.
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
  // A job whose document was deleted while it was locked runs no more, and nobody else would remove it.
  await db.query(
    `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
      WHERE task_identifier = $1 AND attempts >= max_attempts AND locked_at IS NULL HAVING count(*) > 0`,
    [task],
  );
  await db.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + $2::interval) FROM graphile_worker.jobs
      WHERE task_identifier = $1 AND locked_at IS NULL AND run_at > now() + $2::interval HAVING count(*) > 0`,
    [task, `${longestPauseSeconds} s`],
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
 * A job may have been taken on a connection that broke before it said so: it is locked by a process that is alive and
 * knows nothing of it. Adding it again leaves the locked one to itself.
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
