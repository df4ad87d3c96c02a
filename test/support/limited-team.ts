import { createKey } from '../../src/accounts/keys.ts';
import { createTeam, setTeamLimits } from '../../src/accounts/teams.ts';
import type { Scope } from '../../src/auth/scopes.ts';
import type { Database } from '../../src/store/postgres/database.ts';
import { testActor } from './test-actor.ts';

/** A team with these limits and a key of it; made without the command line, for tests that need many. */
export async function createLimitedTeam(
  db: Database,
  limits: Parameters<typeof setTeamLimits>[2] = {},
  scopes: readonly Scope[] = ['translate'],
): Promise<{ id: string; key: string }> {
  const { id } = await createTeam(db, 'limited', 1_000_000_000, testActor);
  await setTeamLimits(db, id, limits, testActor);
  const key = await createKey(db, { teamId: id, name: 'test', mode: 'live', scopes }, testActor);
  if (key === undefined) throw new Error('the team was not created');
  return { id, key: key.plain };
}
