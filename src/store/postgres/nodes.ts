import type { Database } from './database.ts';

/** A node that was not seen for this long is not counted any more: many heartbeats, so that none is missed lightly. */
const goneAfterSeconds = 10;

export interface NodeCount {
  /** Nodes that live, this one included. */
  readonly live: number;
  /** Other nodes that don't reach Redis. */
  readonly othersAlone: number;
}

/** Notes that this node lives and whether it reaches Redis; counts the nodes. Forgets those of another day. */
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

export async function sayGoodbye(db: Database, nodeId: string): Promise<void> {
  await db.query('DELETE FROM nodes WHERE id = $1', [nodeId]);
}
