import { listTeams } from '../accounts/teams.ts';
import { OperatorError } from '../lib/errors.ts';
import { isUuid } from '../lib/uuid-v7.ts';
import type { Database } from '../store/postgres/database.ts';

/** For the description of an argument or option that `teamIdOf` reads. */
export const teamArgument = 'the id of the team, or its name if no other team has the same';

/** Names need not be unique, so a name that several teams have is refused with their ids. */
export async function teamIdOf(db: Database, given: string): Promise<string> {
  if (isUuid(given)) return given;
  const named = (await listTeams(db, { search: given })).filter(({ name }) => name === given);
  const [team, ...others] = named;
  if (team === undefined) throw noTeam();
  if (others.length === 0) return team.id;
  throw new OperatorError(
    `${named.length} teams are named "${given}".`,
    `Give the id of one of them: ${named.map(({ id }) => id).join(', ')}`,
  );
}

export function noTeam(): OperatorError {
  return new OperatorError('There is no team with this id or name.', 'Run: dragoman team list');
}
