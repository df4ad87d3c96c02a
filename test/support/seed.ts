/**
 * Teams and keys as the command line makes them, in the process of the test: a command takes most of a second to start,
 * and hundreds of tests need a team. The commands themselves have tests of their own.
 */
import { createTeamKeys } from '../../src/accounts/keys.ts';
import { createTeam as insertTeam, setTeamLimits } from '../../src/accounts/teams.ts';
import type { KeyMode } from '../../src/auth/key-format.ts';
import { scopes as allScopes, type Scope } from '../../src/auth/scopes.ts';
import { commandLineActor } from '../../src/cli/command-line-actor.ts';
import type { KeyLimits } from '../../src/lib/key-limits.ts';
import { maxTeamLimits } from '../../src/lib/team-limits.ts';
import type { Env } from './command-line.ts';
import { liftLimitsUnrecorded } from './lift-limits.ts';
import { withPool } from './pool.ts';

/**
 * With limits that no test reaches: a fast machine, or a node that loses Redis for a moment and admits a tenth of the burst,
 * must not refuse a call of a test that is about something else. A test of a limit sets it.
 */
export async function createTeam(env: Env, name?: string, monthlyQuota?: number): Promise<string> {
  const id = await createTeamWithDefaultLimits(env, name, monthlyQuota);
  await withPool(urlOf(env), (db) => liftLimitsUnrecorded(db, id));
  return id;
}

/** With the limits that every new team has, for tests that show or change them. */
export async function createTeamWithDefaultLimits(
  env: Env,
  name = 'team',
  monthlyQuota = 1_000_000_000,
): Promise<string> {
  return (await withPool(urlOf(env), (db) => insertTeam(db, name, monthlyQuota, commandLineActor()))).id;
}

/** A team whose limits no load reaches, for tests and benches of everything but the limits. */
export async function createTeamForLoad(env: Env): Promise<string> {
  return createTeam(env);
}

export async function liftLimits(env: Env, team: string): Promise<void> {
  await setLimits(env, team, maxTeamLimits);
}

export async function setLimits(
  env: Env,
  team: string,
  limits: Parameters<typeof setTeamLimits>[2],
): Promise<void> {
  const set = await withPool(urlOf(env), (db) => setTeamLimits(db, team, limits, commandLineActor()));
  if (set === undefined) throw new Error(`there is no team ${team}`);
}

export interface CreatedKey {
  id: string;
  plain: string;
  fingerprint: string;
}

export async function createKey(
  env: Env,
  team: string,
  scopes = 'translate',
  mode: KeyMode = 'live',
  limits: Partial<KeyLimits> = {},
): Promise<CreatedKey> {
  const wanted = scopes.split(',') as Scope[];
  const created = await withPool(urlOf(env), (db) =>
    createTeamKeys(db, Number(env.DRAGOMAN_MAX_KEYS_PER_TEAM ?? 200)).create(
      { teamId: team, scopes: allScopes },
      { name: 'test', mode, scopes: wanted, limits },
      commandLineActor(),
    ),
  );
  if (!created.ok) throw new Error(`the key was not created: ${created.problem.detail}`);
  return created.value;
}

function urlOf({ DATABASE_URL = '' }: Env): string {
  return DATABASE_URL;
}
