/**
 * The queue of documents: graphile-worker, in a schema of its own. A job is the ids of a document and nothing else; what
 * is to be done, and whether it is done, the document's row says.
 */
import { EventEmitter } from 'node:events';
import { Logger as QueueLogger, run, runMigrations, type WorkerEvents } from 'graphile-worker';
import type { Logger } from '../../observability/logger.ts';
import type { Connection, Database } from './database.ts';

const task = 'translate-document';

/** A document that can't be finished is failed by its own count of starts; the queue's must not come first. */
const maxAttempts = 1_000;

/** The queue's notifications wake a worker at once; this finds what was put off to a later time. */
const pollMs = 1_000;

const mostPriority = 32_767;

export interface DocumentJob {
  readonly teamId: string;
  readonly id: string;
}

/** Its tables; safe to run again. */
export async function migrateQueue(db: Database): Promise<void> {
  await runMigrations({ pgPool: db, logger: silent });
}

export async function isQueueThere(db: Database): Promise<boolean> {
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
  /** When it has stopped, on purpose or because the database was away. */
  readonly ended: Promise<void>;
  /** Takes no more jobs, and ends when those under way have. */
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
  recover(silenceMs: number): Promise<number>;
}

/** On connections of its own: one of them listens all the time. */
export function openDocumentQueue(db: Database): DocumentQueue {
  return {
    run: (options) => runQueue(db, options),
    report: (worker) => reportWorker(db, worker),
    remove: (workerId) => removeWorker(db, workerId),
    recover: (silenceMs) => recoverJobs(db, silenceMs),
  };
}

async function runQueue(db: Database, options: QueueOptions): Promise<RunningQueue> {
  const { concurrency, logger, work } = options;
  const events = new EventEmitter() as WorkerEvents;
  let id = '';
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id;
  });
  events.on('job:error', ({ error }) => logger.warn('a document was put off', { err: error as Error }));
  const runner = await run({
    pgPool: db,
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    events,
    logger: silent,
    parsedCronItems: [],
    taskList: { [task]: (payload) => work(payload as DocumentJob) },
    // Each job's end is written by itself and waited for. In batches the library waits for nothing: a connection that is
    // lost then is a rejection that nobody handles, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  return { id, ended: runner.promise, stop: () => runner.stop() };
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
 * Unlocks what workers have that nobody has seen for a while, and puts documents back into the queue that have no job any
 * more. The library itself would wait for four hours. How many documents that helped.
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
