import type { Database } from './database.ts';

/** A node that was not seen for this long is not counted any more: five heartbeats. */
const goneAfterSeconds = 10;

/** Notes that this node lives, and returns how many do, this one included. Forgets nodes of another day. */
export async function beat(db: Database, nodeId: string): Promise<number> {
  const { rows } = await db.query<{ others: number }>({
    name: 'node-beat',
    text: `WITH noted AS (
             INSERT INTO nodes (id, last_seen) VALUES ($1, clock_timestamp())
             ON CONFLICT (id) DO UPDATE SET last_seen = excluded.last_seen),
           forgotten AS (DELETE FROM nodes WHERE last_seen < clock_timestamp() - interval '1 day' AND id <> $1)
           SELECT count(*)::int AS others FROM nodes
            WHERE id <> $1 AND last_seen > clock_timestamp() - make_interval(secs => ${goneAfterSeconds})`,
    values: [nodeId],
  });
  return 1 + (rows[0]?.others ?? 0);
}

export async function sayGoodbye(db: Database, nodeId: string): Promise<void> {
  await db.query('DELETE FROM nodes WHERE id = $1', [nodeId]);
}
