/**
 * The delivery logs of destinations: what they list, and what is cancelled, deleted, sent again or added for a test. Attempts and
 * their ends are in event-deliveries.ts.
 */
import type { Page } from '../../lib/page.ts';
import type { Connection, Database } from './database.ts';

/** One attempt, as the delivery log shows it. Nothing of the receiver's answer but its status. */
export interface AttemptEntry {
  readonly at: string;
  readonly ms: number;
  /** Null if there was no answer. */
  readonly status: number | null;
  /** Null if the attempt succeeded. */
  readonly reason: string | null;
}

/** Deliveries that are changed in one transaction: a log has any number, and whoever waits for a row waits for all of them. */
const batchSize = 1_000;
const beforeFirstId = '00000000-0000-0000-0000-000000000000';

/**
 * What waits for a destination that is turned off is not delivered, unless somebody asks for it. Call it without locks, after the
 * commit that turned it off. In the order of the ids, like a deletion, which may wait for the same rows.
 */
export async function cancelWaiting(db: Database, destinationId: string): Promise<void> {
  for (let after: string | undefined = beforeFirstId; after !== undefined; ) {
    const { rows }: { rows: { id: string }[] } = await db.query<{ id: string }>(
      `WITH next AS MATERIALIZED (
              SELECT v.id FROM event_destinations d JOIN event_deliveries v ON v.destination_id = d.id
               WHERE d.id = $1 AND NOT d.is_enabled AND v.state = 'waiting' AND v.id > $2
               ORDER BY v.id LIMIT ${batchSize} FOR UPDATE OF v),
            cancelled AS (UPDATE event_deliveries v SET state = 'failed', lease = NULL, ended_at = clock_timestamp()
                            FROM next WHERE v.id = next.id)
       SELECT id FROM next ORDER BY id DESC LIMIT 1`,
      [destinationId, after],
    );
    after = rows[0]?.id;
  }
}

/** An event may be recorded while its destination is being turned off. */
export async function cancelForgotten(db: Database): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT d.id FROM event_destinations d WHERE NOT d.is_enabled
        AND EXISTS (SELECT FROM event_deliveries v WHERE v.destination_id = d.id AND v.state = 'waiting')`,
  );
  for (const { id } of rows) await cancelWaiting(db, id);
}

/** Before the destination itself is deleted, which holds up whoever records an event. Call it without locks. */
export async function deleteDeliveries(db: Database, destinationId: string): Promise<void> {
  for (let count = 1; count > 0; ) {
    const { rowCount } = await db.query(
      `DELETE FROM event_deliveries WHERE id IN (
         SELECT id FROM event_deliveries WHERE destination_id = $1 ORDER BY id LIMIT ${batchSize} FOR UPDATE)`,
      [destinationId],
    );
    count = rowCount ?? 0;
  }
}

export interface DeliveryRow {
  readonly id: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly eventId: string;
  readonly type: string;
  readonly at: Date;
  readonly attempts: number;
  /** Null unless it waits. */
  readonly nextAttemptAt: Date | null;
  readonly endedAt: Date | null;
  readonly log: readonly AttemptEntry[];
}

const deliveryColumns = `v.id, v.state, e.id AS "eventId", e.type, e.at, v.attempts,
  CASE WHEN v.state = 'waiting' THEN v.due_at END AS "nextAttemptAt", v.ended_at AS "endedAt", v.log`;

/** Newest first. */
export async function listDeliveries(
  db: Database,
  destinationId: string,
  state: string | undefined,
  page: Page,
): Promise<DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM event_deliveries v JOIN events e ON e.id = v.event_id
      WHERE v.destination_id = $1 AND ($2::uuid IS NULL OR v.id < $2) AND ($3::text IS NULL OR v.state = $3)
      ORDER BY v.id DESC LIMIT $4`,
    [destinationId, page.before, state, page.limit],
  );
  return rows;
}

export async function findDelivery(
  connection: Connection,
  destinationId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await connection.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM event_deliveries v JOIN events e ON e.id = v.event_id
      WHERE v.destination_id = $1 AND v.id = $2`,
    [destinationId, id],
  );
  return rows[0];
}

/** Delivers an event again that was delivered, or given up. Returns false if it waits anyway. */
export async function replayDelivery(connection: Connection, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    `UPDATE event_deliveries SET state = 'waiting', due_at = clock_timestamp(), attempts = 0, ended_at = NULL
      WHERE id = $1 AND state <> 'waiting'`,
    [id],
  );
  return rowCount === 1;
}

/** An event for this destination alone, whichever types it wants. Returns the delivery. */
export async function insertTestDelivery(
  connection: Connection,
  { id, teamId, name }: { readonly id: string; readonly teamId: string | null; readonly name: string },
): Promise<string> {
  const { rows } = await connection.query<{ id: string }>(
    `WITH event AS (INSERT INTO events (id, team_id, type, data) VALUES (uuid_v7(), $2, 'destination.test', $3) RETURNING id)
     INSERT INTO event_deliveries (id, destination_id, event_id) SELECT uuid_v7(), $1, id FROM event RETURNING id`,
    [id, teamId, JSON.stringify({ destination: { id, name } })],
  );
  const [delivery] = rows;
  if (delivery === undefined) throw new Error('a test event was not recorded');
  return delivery.id;
}
