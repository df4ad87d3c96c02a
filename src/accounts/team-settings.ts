import type { Actor } from '../lib/actor.ts';
import { done, type Outcome } from '../lib/outcome.ts';
import { isUuid } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { readSettings, type TeamSettings, writeSettings } from '../store/postgres/team-settings.ts';
import { lockTeam } from '../store/postgres/teams.ts';
import { differences } from './differences.ts';
import { refuseErased } from './erased-team.ts';
import { enginesChangedMeanwhile, noEngine, noTeam } from './refusals.ts';

export interface SettingsOfTeam {
  teamId: string;
  engines: string[] | null;
  cache: boolean;
}

/** Settings that are not given stay as they are. */
export interface SettingChanges extends Partial<TeamSettings> {
  /** The engines that the operator saw. If the team has others by now, the change is refused. */
  readonly seenEngines?: readonly string[] | null;
  /** The ids of configured engines: only these can be added. */
  readonly knownEngines: readonly string[];
}

/** Returns the team's current settings, or undefined if the team does not exist. */
export async function readTeamSettings(db: Database, teamId: string): Promise<SettingsOfTeam | undefined> {
  if (!isUuid(teamId)) return undefined;
  const settings = await readSettings(db, teamId);
  return settings && withTeam(teamId, settings);
}

/** Returns the new settings. */
export async function setTeamSettings(
  db: Database,
  teamId: string,
  { seenEngines, knownEngines, ...changes }: SettingChanges,
  actor: Actor,
): Promise<Outcome<SettingsOfTeam>> {
  if (!isUuid(teamId)) return noTeam;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    await refuseErased(connection, teamId);
    const before = await readSettings(connection, teamId);
    if (before === undefined) return noTeam;
    const after = { ...before, ...changes };
    // A change that is repeated because its answer got lost finds what it wanted.
    const isChange = !isSameOrder(before.engines, after.engines);
    if (seenEngines !== undefined && isChange && !isSameOrder(seenEngines, before.engines))
      return enginesChangedMeanwhile;
    // A team whose only engine is misspelt would have no engine. One that it has already may be out of use for now.
    const possible = [...knownEngines, ...(before.engines ?? [])];
    const unknown = after.engines?.find((id) => !possible.includes(id));
    if (unknown !== undefined) return noEngine(unknown, knownEngines);
    await writeSettings(connection, teamId, after);
    const details = differences(withTeam(teamId, before), withTeam(teamId, after));
    if (Object.keys(details).length > 0) {
      const change = { teamId, action: 'settings.changed', subjectId: teamId, details };
      await recordChange(connection, actor, change);
    }
    return done(withTeam(teamId, after));
  });
}

function isSameOrder(some: readonly string[] | null, others: readonly string[] | null): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

function withTeam(teamId: string, { engines, isCached }: TeamSettings): SettingsOfTeam {
  return { teamId, engines, cache: isCached };
}
