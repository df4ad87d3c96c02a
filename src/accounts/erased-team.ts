/** An erased team is there for its sums alone: nothing is added to it, and nothing of it is set or resumed. */
import { ProblemError, problem } from '../lib/errors.ts';
import type { Connection } from '../store/postgres/database.ts';
import { isErased } from '../store/postgres/erasure.ts';

const wasErased = problem('conflict', 'This team was erased, for good. Create another team.');

/** Thrown, so that none of the many changes of a team has to hand it on. */
export class ErasedTeamError extends ProblemError {
  constructor() {
    super(wasErased);
  }
}

/** Only under the team's lock: from then to the commit it is not erased. */
export async function refuseErased(connection: Connection, teamId: string): Promise<void> {
  if (await isErased(connection, teamId)) throw new ErasedTeamError();
}
