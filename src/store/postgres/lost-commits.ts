/**
 * What became of a transaction whose COMMIT was sent and never answered: it may be there all the same, and whoever is told
 * that it failed does it a second time.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Connection, type Database, inTransaction } from './database.ts';
import { isDatabaseUnavailable, isLockTimeout } from './database-errors.ts';
import { lockTeam } from './teams.ts';

/** A little longer than the server lets a silent transaction be: it has committed by then, or never will. */
const patienceMs = 7_000;

const pauseMs = 250;

/**
 * Asks on another connection, and again while there is none. The transaction in doubt has locked the team: once the lock
 * is had, it is over, and `look` sees what it left. False where that could not be found out in time.
 */
export async function wasCommitted(
  db: Database,
  teamId: string,
  look: (connection: Connection) => Promise<boolean>,
): Promise<boolean> {
  for (const end = performance.now() + patienceMs; performance.now() < end; await delay(pauseMs)) {
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
