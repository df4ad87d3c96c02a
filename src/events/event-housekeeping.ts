/** Reports keys that expire soon, and deletes old events and secrets. Safe to run on every node at once. */
import type { Database } from '../store/postgres/database.ts';
import { cancelForgotten } from '../store/postgres/delivery-log.ts';
import { forgetOlderSecrets } from '../store/postgres/event-destinations.ts';
import { recordExpiringKeys } from '../store/postgres/event-sources.ts';
import { deleteEventsBefore } from '../store/postgres/events.ts';
import { readDatabaseClock } from '../store/postgres/ledger.ts';

/** Each with its deliveries, in one short transaction. */
const batchSize = 1_000;
const dayMs = 86_400_000;

export function createEventHousekeeping(db: Database, daysKept: number) {
  return {
    async run(signal: AbortSignal): Promise<'done'> {
      await recordExpiringKeys(db);
      await forgetOlderSecrets(db);
      await cancelForgotten(db);
      // By the database's clock: a node whose clock is wrong must not delete what still waits.
      const limit = new Date((await readDatabaseClock(db)) - daysKept * dayMs);
      while (!signal.aborted && (await deleteEventsBefore(db, limit, batchSize)) === batchSize);
      return 'done';
    },
  };
}
