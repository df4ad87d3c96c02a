import type { NodeReport } from '../../lib/node-report.ts';
import { readNodeReport } from '../../lib/read-node-report.ts';
import type { Database, Queryable } from './database.ts';

/**
 * A node not seen for this long is no longer counted; it spans many heartbeats, so that a few may be missed.
 */
const goneAfterSeconds = 10;

export interface NodeCount {
  /** Live nodes, including this one. */
  readonly live: number;
  /** Other nodes that cannot reach Redis. */
  readonly othersAlone: number;
}

/**
 * Records that this node is alive and whether it reaches Redis; counts nodes; deletes those unseen for a day.
 */
export async function beat(db: Database, nodeId: string, isAlone: boolean): Promise<NodeCount> {
  const { rows } = await db.query<{ others: number; alone: number }>({
    name: 'node-beat',
    text: `WITH noted AS (
             INSERT INTO nodes (id, last_seen, is_alone) VALUES ($1, clock_timestamp(), $2)
             ON CONFLICT (id) DO UPDATE SET last_seen = excluded.last_seen, is_alone = excluded.is_alone),
           forgotten AS (DELETE FROM nodes WHERE last_seen < clock_timestamp() - interval '1 day' AND id <> $1)
           SELECT count(*)::int AS others, (count(*) FILTER (WHERE is_alone))::int AS alone FROM nodes
            WHERE id <> $1 AND last_seen > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})`,
    values: [nodeId, isAlone],
  });
  return { live: 1 + (rows[0]?.others ?? 0), othersAlone: rows[0]?.alone ?? 0 };
}

export async function removeNode(db: Database, nodeId: string): Promise<void> {
  await db.query('DELETE FROM nodes WHERE id = $1', [nodeId]);
}

export interface NodeIdentity {
  readonly id: string;
  readonly host: string;
  readonly processId: number;
  readonly version: string;
  readonly startedAt: Date;
}

/**
 * Skips a node whose row was deleted after it was frozen for a day; its next heartbeat adds the row again.
 */
export async function writeNodeReport(db: Database, node: NodeIdentity, report: NodeReport): Promise<void> {
  await db.query(
    `INSERT INTO node_reports (node_id, host, process_id, version, started_at, reported_at, report)
     SELECT id, $2, $3, $4, $5, clock_timestamp(), $6 FROM nodes WHERE id = $1
     ON CONFLICT (node_id) DO UPDATE SET reported_at = excluded.reported_at, report = excluded.report`,
    [node.id, node.host, node.processId, node.version, node.startedAt, JSON.stringify(report)],
  );
}

export interface NodeRow extends NodeIdentity {
  readonly lastSeenAt: Date;
  readonly isLive: boolean;
  readonly isAlone: boolean;
  readonly reportedAt: Date;
  readonly report: NodeReport;
}

/** More live nodes than any installation has. A node that crashes every few seconds leaves thousands in a day. */
const maxNodes = 500;

/** Live nodes first, then those that disappeared without notice, latest first; those are listed for a day. */
export async function listNodes(db: Queryable): Promise<NodeRow[]> {
  const { rows } = await db.query<Omit<NodeRow, 'report'> & { report: unknown }>(
    `SELECT n.id, r.host, r.process_id AS "processId", r.version, r.started_at AS "startedAt",
            n.last_seen AS "lastSeenAt", n.is_alone AS "isAlone", r.reported_at AS "reportedAt", r.report,
            n.last_seen > clock_timestamp() - make_interval(secs => ${goneAfterSeconds}) AS "isLive"
       FROM nodes n JOIN node_reports r ON r.node_id = n.id
      ORDER BY "isLive" DESC, CASE WHEN n.last_seen < clock_timestamp() - make_interval(secs => ${goneAfterSeconds})
                                   THEN n.last_seen END DESC, r.started_at, n.id
      LIMIT ${maxNodes}`,
  );
  return rows.map((row) => ({ ...row, report: readNodeReport(row.report) }));
}
