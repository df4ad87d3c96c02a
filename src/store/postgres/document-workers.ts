/** The processes that translate documents, by heartbeats of their own: `dragoman worker` serves no calls and is no node. */
import type { Database } from './database.ts';
import type { NodeIdentity } from './nodes.ts';

/** A worker that has not reported for this long is not counted. */
export const workerAliveMs = 20_000;

/** A process that translates documents. */
export interface QueueWorker {
  readonly id: string;
  /** The name of the process in the queue's locks. */
  readonly queueId: string;
  readonly concurrency: number;
}

/** For operators. */
export interface WorkingProcess extends NodeIdentity {
  readonly engines: readonly string[];
}

/** Records that this process is alive, under the name in its locks. */
export async function reportDocumentWorker(
  db: Database,
  worker: QueueWorker,
  process?: WorkingProcess,
): Promise<void> {
  await db.query(
    `INSERT INTO document_workers (id, queue_id, concurrency, seen_at, node_id, host, process_id, version, started_at, engines)
     VALUES ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8, $9)
     ON CONFLICT (id) DO UPDATE SET queue_id = excluded.queue_id, seen_at = excluded.seen_at`,
    [
      worker.id,
      worker.queueId,
      worker.concurrency,
      process?.id,
      process?.host,
      process?.processId,
      process?.version,
      process?.startedAt,
      process?.engines,
    ],
  );
}

export async function removeDocumentWorker(db: Database, id: string): Promise<void> {
  await db.query('DELETE FROM document_workers WHERE id = $1', [id]);
}

/** Processes of an earlier version do not say who they are. */
export interface DocumentWorkerRow {
  readonly id: string;
  readonly nodeId: string | null;
  readonly host: string | null;
  readonly processId: number | null;
  readonly version: string | null;
  readonly startedAt: Date | null;
  readonly engines: readonly string[] | null;
  readonly concurrency: number;
  readonly lastSeenAt: Date;
  readonly isLive: boolean;
}

/** More than any installation has. */
const maxWorkers = 500;

export async function listDocumentWorkers(db: Database): Promise<DocumentWorkerRow[]> {
  const { rows } = await db.query<DocumentWorkerRow>(
    `SELECT id, node_id AS "nodeId", host, process_id AS "processId", version, started_at AS "startedAt", engines,
            concurrency, seen_at AS "lastSeenAt",
            seen_at > clock_timestamp() - make_interval(secs => ${workerAliveMs / 1_000}) AS "isLive"
       FROM document_workers ORDER BY "isLive" DESC, host, process_id, id LIMIT ${maxWorkers}`,
  );
  return rows;
}
