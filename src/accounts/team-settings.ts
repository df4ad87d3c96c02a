import type { Actor } from '../lib/actor.ts';
import { isUuid } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { readSettings, type TeamSettings, writeSettings } from '../store/postgres/team-settings.ts';
import { lockTeam } from '../store/postgres/teams.ts';
import { differences } from './differences.ts';
import { refuseErased } from './erased-team.ts';

export interface SettingsOfTeam {
  teamId: string;
  engines: string[] | null;
  cache: boolean;
}

/** Returns the team's current settings, or undefined if the team does not exist. */
export async function readTeamSettings(db: Database, teamId: string): Promise<SettingsOfTeam | undefined> {
  const settings = await readSettings(db, teamId);
  return settings && withTeam(teamId, settings);
}

/** Changes only the given settings. Returns the new settings, or undefined if the team does not exist. */
export async function setTeamSettings(
  db: Database,
  teamId: string,
  changes: Partial<TeamSettings>,
  actor: Actor,
): Promise<SettingsOfTeam | undefined> {
  if (!isUuid(teamId)) return undefined;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    await refuseErased(connection, teamId);
    const before = await readSettings(connection, teamId);
    if (before === undefined) return undefined;
    const after = { ...before, ...changes };
    await writeSettings(connection, teamId, after);
    const details = differences(withTeam(teamId, before), withTeam(teamId, after));
    if (Object.keys(details).length > 0) {
      const change = { teamId, action: 'settings.changed', subjectId: teamId, details };
      await recordChange(connection, actor, change);
    }
    return withTeam(teamId, after);
  });
}

function withTeam(teamId: string, { engines, isCached }: TeamSettings): SettingsOfTeam {
  return { teamId, engines, cache: isCached };
}
