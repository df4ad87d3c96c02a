/**
 * Determines the outcome of a transaction whose COMMIT was sent but not confirmed. It may have been
 * committed, and a caller that is told it failed would repeat it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, type Database, inTransaction } from './database.ts';
import { isDatabaseUnavailable, isLockTimeout } from './database-errors.ts';
import { lockTeam } from './teams.ts';

/** Slightly longer than the server keeps an idle transaction: by then it has committed, or never will. */
const timeoutMs = 7_000;

const pauseMs = 250;

/**
 * Asks on another connection, and retries while none is available. The transaction in doubt holds the team's
 * lock: once this one has the lock, the other has ended, and `look` sees its result. Returns false if the
 * outcome could not be determined in time.
 */
export async function wasCommitted(
  db: Database,
  teamId: string,
  look: (connection: Connection) => Promise<boolean>,
): Promise<boolean> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await delay(pauseMs)) {
    try {
      return await inTransaction(db, async (connection) => {
        await lockTeam(connection, teamId);
        return look(connection);
      });
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !isLockTimeout(error)) throw error;
    }
  }
  return false;
}
