/** An erased team exists only for its totals: nothing can be added to it, changed in it or resumed. */
import { ProblemError } from '../lib/errors.ts';
import type { Connection } from '../store/postgres/database.ts';
import { isErased } from '../store/postgres/erasure.ts';
import { wasErased } from './refusals.ts';

/** Thrown rather than returned, so that the many functions that change a team need not pass it on. */
export class ErasedTeamError extends ProblemError {
  constructor() {
    super(wasErased);
  }
}

/** Call it only under the team's lock, so that the team cannot be erased before the commit. */
export async function refuseErased(connection: Connection, teamId: string): Promise<void> {
  if (await isErased(connection, teamId)) throw new ErasedTeamError();
}
