/** Creates the first team, user and key. Keeps those that exist, so it can be repeated. */
import { createKey, listKeys } from '../../accounts/keys.ts';
import { createTeam, listTeams } from '../../accounts/teams.ts';
import { newPassword } from '../../accounts/users/passwords.ts';
import { createUser } from '../../accounts/users/users.ts';
import { defaultScopes } from '../../auth/scopes.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { Database } from '../../store/postgres/database.ts';
import { commandLineActor } from '../command-line-actor.ts';
import { defaultMonthlyQuota } from '../team-commands.ts';

export interface Wishes {
  readonly team: string;
  readonly email: string;
  readonly keyName: string;
}

export interface FirstAccount {
  readonly team: { readonly id: string; readonly name: string; readonly isNew: boolean };
  readonly user: { readonly email: string; readonly isNew: boolean };
  readonly key: { readonly name: string; readonly isNew: boolean };
  /** Set only for new accounts: shown once and not stored. */
  readonly password?: string;
  readonly secret?: string;
}

export async function openFirstAccount(
  db: Database,
  { team: name, email, keyName }: Wishes,
): Promise<FirstAccount> {
  const actor = commandLineActor();
  const known = (await listTeams(db, { search: name })).find((team) => team.name === name);
  const team = known ?? (await createTeam(db, name, defaultMonthlyQuota, actor));

  const password = newPassword();
  const user = await createUser(db, { teamId: team.id, email, role: 'operator', password }, actor);
  if (!user.ok && user.problem.code !== 'conflict') {
    throw new OperatorError(user.problem.detail, 'Run: dragoman team list');
  }

  const keys = (await listKeys(db, team.id)) ?? [];
  const hasKey = keys.some((key) => key.name === keyName && key.revokedAt === null);
  const key = hasKey
    ? undefined
    : await createKey(db, { teamId: team.id, name: keyName, mode: 'live', scopes: defaultScopes }, actor);
  return {
    team: { id: team.id, name: team.name, isNew: known === undefined },
    user: { email, isNew: user.ok },
    key: { name: keyName, isNew: key !== undefined },
    ...(user.ok && { password }),
    ...(key && { secret: key.plain }),
  };
}
