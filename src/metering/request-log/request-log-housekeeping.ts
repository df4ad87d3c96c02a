import type { Database } from '../../store/postgres/database.ts';
import { isCancelled, isLockTimeout } from '../../store/postgres/database-errors.ts';
import { dropOldRequests } from '../../store/postgres/partitions.ts';
import { forgetRequests, makeRequestLogPartitions } from '../../store/postgres/request-log.ts';

/** A failed run is repeated within minutes; a batch that finds no partition makes its own. */
const daysAhead = 3;

/** Makes the next days of the request log and drops old ones. Safe to run at any time and from every node at once. */
export function createRequestLogHousekeeping(upkeep: Database, daysKept: number) {
  return {
    async run(): Promise<'done' | 'postponed'> {
      try {
        await makeRequestLogPartitions(upkeep, daysAhead);
        // A batch that was being written while its team was erased is deleted here.
        await forgetRequests(upkeep);
        await dropOldRequests(upkeep, daysKept);
        return 'done';
      } catch (error) {
        if (isCancelled(error) || isLockTimeout(error)) return 'postponed';
        throw error;
      }
    },
  };
}
