/** What operators ask of the nodes that hold models, and how far each node is with it. */
import { uuidV7 } from '../../lib/uuid-v7.ts';
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts';

/** A node that reports nothing for so long has lost its folder to the next one. Reports come every second. */
const leaseSeconds = 15;
/** A node that is restarted is back within this time. */
const returnMinutes = 10;
/** As in `nodes.ts`. */
const goneAfterSeconds = 10;

export interface ModelRequest {
  readonly id: string;
  readonly pair: string;
  readonly action: 'pull' | 'remove';
  readonly architecture: string | null;
  readonly state: 'open' | 'done' | 'failed' | 'cancelled';
  readonly userName: string;
  readonly requestedAt: Date;
  readonly endedAt: Date | null;
}

export interface NodeProgress {
  readonly requestId: string;
  readonly nodeId: string;
  readonly host: string;
  readonly state: 'waiting' | 'working' | 'done' | 'failed';
  readonly attempts: number;
  readonly file: string | null;
  readonly bytes: number | null;
  readonly totalBytes: number | null;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly isLive: boolean;
}

const columns = `id, pair, action, architecture, state, user_name AS "userName", requested_at AS "requestedAt",
                 ended_at AS "endedAt"`;

export type NewModelRequest = Pick<ModelRequest, 'pair' | 'action' | 'architecture'>;

/** Returns the open request for the pair if there is one already, whoever it is from. */
export async function insertModelRequest(
  connection: Connection,
  { pair, action, architecture }: NewModelRequest,
  actor: { readonly id: string; readonly name: string },
): Promise<{ request: ModelRequest; isNew: boolean }> {
  // Another operator's request may end between the two statements; then this one is tried again.
  for (;;) {
    const inserted = await connection.query<ModelRequest>(
      `INSERT INTO model_requests (id, pair, action, architecture, user_id, user_name)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (pair) WHERE state = 'open' DO NOTHING RETURNING ${columns}`,
      [uuidV7(), pair, action, architecture, actor.id, actor.name],
    );
    if (inserted.rows[0] !== undefined) return { request: inserted.rows[0], isNew: true };
    const open = await connection.query<ModelRequest>(
      `SELECT ${columns} FROM model_requests WHERE pair = $1 AND state = 'open'`,
      [pair],
    );
    if (open.rows[0] !== undefined) return { request: open.rows[0], isNew: false };
  }
}

export async function cancelModelRequest(db: Queryable, id: string): Promise<ModelRequest | undefined> {
  const { rows } = await db.query<ModelRequest>(
    `UPDATE model_requests SET state = 'cancelled', ended_at = clock_timestamp()
      WHERE id = $1 AND state = 'open' RETURNING ${columns}`,
    [id],
  );
  return rows[0];
}

/** The open ones, oldest first: the order in which nodes work. */
export async function openModelRequests(db: Database): Promise<ModelRequest[]> {
  const { rows } = await db.query<ModelRequest>({
    name: 'open-model-requests',
    text: `SELECT ${columns} FROM model_requests WHERE state = 'open' ORDER BY requested_at, id LIMIT 200`,
  });
  return rows;
}

/** Open ones first, then the latest. */
export async function listModelRequests(db: Database, limit: number): Promise<ModelRequest[]> {
  const { rows } = await db.query<ModelRequest>(
    `SELECT ${columns} FROM model_requests ORDER BY (state = 'open') DESC, requested_at DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function listNodeProgress(db: Database, requestIds: readonly string[]): Promise<NodeProgress[]> {
  const { rows } = await db.query<NodeProgress>(
    `SELECT p.request_id AS "requestId", p.node_id AS "nodeId", p.host, p.state, p.attempts, p.file,
            p.bytes::float8 AS bytes, p.total_bytes::float8 AS "totalBytes", p.reason, p.detail,
            coalesce(n.last_seen > clock_timestamp() - make_interval(secs => ${goneAfterSeconds}), false) AS "isLive"
       FROM model_request_nodes p LEFT JOIN nodes n ON n.id = p.node_id
      WHERE p.request_id = ANY ($1) ORDER BY p.host, p.node_id`,
    [requestIds],
  );
  return rows;
}

export interface FolderOfNode {
  readonly nodeId: string;
  readonly host: string;
  readonly folderId: string;
}

/** Takes the node's folder for the request, unless another node that shares it is at work. */
export async function claimFolder(db: Database, requestId: string, node: FolderOfNode): Promise<boolean> {
  return inTransaction(db, async (connection) => {
    await connection.query('SELECT pg_advisory_xact_lock(29, hashtext($1))', [node.folderId]);
    const { rows } = await connection.query<{ state: string }>(
      `INSERT INTO model_request_nodes (request_id, node_id, host, folder_id, state)
       SELECT r.id, $2, $3, $4,
              CASE WHEN EXISTS (SELECT FROM model_request_nodes o
                                 WHERE o.folder_id = $4 AND o.state = 'working' AND o.node_id <> $2
                                   AND o.updated_at > clock_timestamp() - make_interval(secs => ${leaseSeconds}))
                   THEN 'waiting' ELSE 'working' END
         FROM model_requests r WHERE r.id = $1 AND r.state = 'open'
       ON CONFLICT (request_id, node_id) DO UPDATE SET state = excluded.state, updated_at = clock_timestamp()
       RETURNING state`,
      [requestId, node.nodeId, node.host, node.folderId],
    );
    return rows[0]?.state === 'working';
  });
}

/** Returns false if the request was cancelled, or the node was silent for so long that it lost its folder. */
export async function reportProgress(
  db: Database,
  requestId: string,
  nodeId: string,
  progress:
    | { readonly file: string; readonly bytes: number; readonly totalBytes: number | undefined }
    | undefined,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE model_request_nodes SET file = $3, bytes = $4, total_bytes = $5, updated_at = clock_timestamp()
      WHERE request_id = $1 AND node_id = $2 AND state = 'working'
        AND updated_at > clock_timestamp() - make_interval(secs => ${leaseSeconds})
        AND EXISTS (SELECT FROM model_requests WHERE id = $1 AND state = 'open')`,
    [requestId, nodeId, progress?.file, progress?.bytes, progress?.totalBytes],
  );
  return rowCount === 1;
}

export interface EndOfAttempt {
  readonly state: 'waiting' | 'done' | 'failed';
  readonly attempts: number;
  readonly reason?: string | undefined;
  readonly detail?: string | undefined;
}

export async function endAttempt(
  db: Database,
  requestId: string,
  nodeId: string,
  { state, attempts, reason, detail }: EndOfAttempt,
): Promise<void> {
  await db.query(
    `UPDATE model_request_nodes SET state = $3, attempts = $4, reason = $5, detail = left($6, 500),
            updated_at = clock_timestamp() WHERE request_id = $1 AND node_id = $2`,
    [requestId, nodeId, state, attempts, reason, detail],
  );
}

/**
 * Ends the requests that every live node with models has ended. A node that is gone may come back and continue in its
 * folder, so a request also waits for folders in which work has begun; but not forever.
 */
export async function endFinishedRequests(db: Database): Promise<void> {
  await db.query({
    name: 'end-finished-model-requests',
    text: `WITH holders AS (
             SELECT n.id FROM nodes n JOIN node_reports r ON r.node_id = n.id
              WHERE n.last_seen > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})
                AND jsonb_path_exists(r.report, '$.engines[*].model_folder')),
           judged AS (
             SELECT q.id, count(*) AS holders, count(*) FILTER (WHERE p.state IN ('done', 'failed')) AS ended,
                    count(*) FILTER (WHERE p.state = 'failed') AS failed
               FROM model_requests q CROSS JOIN holders h
               LEFT JOIN model_request_nodes p ON p.request_id = q.id AND p.node_id = h.id
              WHERE q.state = 'open' GROUP BY q.id)
           UPDATE model_requests q SET state = CASE WHEN j.failed > 0 THEN 'failed' ELSE 'done' END,
                  ended_at = clock_timestamp()
             FROM judged j WHERE q.id = j.id AND q.state = 'open' AND j.ended = j.holders
              AND NOT EXISTS (
                SELECT FROM model_request_nodes g
                 WHERE g.request_id = q.id AND g.state IN ('waiting', 'working')
                   AND g.updated_at > clock_timestamp() - make_interval(mins => ${returnMinutes})
                   AND NOT EXISTS (SELECT FROM model_request_nodes d
                                    WHERE d.request_id = g.request_id AND d.folder_id = g.folder_id
                                      AND d.state IN ('done', 'failed')))`,
  });
}
