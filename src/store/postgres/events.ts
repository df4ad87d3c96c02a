/** The outbox: events are recorded on the connection of the change that they report, and deleted when they are old. */
import { uuidV7From } from '../../lib/uuid-v7.ts';
import type { Database, Queryable } from './database.ts';

export interface NewEvent {
  /** Null: it concerns the installation. */
  readonly teamId: string | null;
  /** Subject and verb: `budget.reached`. */
  readonly type: string;
  /** An event of this type is recorded once for its subject, whoever reports it. Null: as often as it is reported. */
  readonly subject: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Records the event with its deliveries. Undefined if it was recorded before. */
export async function recordEvent(db: Queryable, event: NewEvent): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string | null }>('SELECT record_event($1, $2, $3, $4) AS id', [
    event.teamId,
    event.type,
    event.subject,
    JSON.stringify(event.data),
  ]);
  return rows[0]?.id ?? undefined;
}

/** Deletes the oldest events with their deliveries. Returns how many. */
export async function deleteEventsBefore(db: Database, time: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM events WHERE id IN (SELECT id FROM events WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [uuidV7From(time.getTime()), limit],
  );
  return rowCount ?? 0;
}
