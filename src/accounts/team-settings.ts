import type { Actor } from '../lib/actor.ts';
import { isUuid } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { readSettings, type TeamSettings, writeSettings } from '../store/postgres/team-settings.ts';
import { lockTeam } from '../store/postgres/teams.ts';
import { differences } from './differences.ts';
import { refuseErased } from './erased-team.ts';

export interface SettingsRecord {
  team_id: string;
  engines: string[] | null;
  cache: boolean;
}

/** Returns the team's current settings, or undefined if the team does not exist. */
export async function readTeamSettings(db: Database, teamId: string): Promise<SettingsRecord | undefined> {
  const settings = await readSettings(db, teamId);
  return settings && toRecord(teamId, settings);
}

/** Changes only the given settings. Returns the new settings, or undefined if the team does not exist. */
export async function setTeamSettings(
  db: Database,
  teamId: string,
  changes: Partial<TeamSettings>,
  actor: Actor,
): Promise<SettingsRecord | undefined> {
  if (!isUuid(teamId)) return undefined;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    await refuseErased(connection, teamId);
    const before = await readSettings(connection, teamId);
    if (before === undefined) return undefined;
    const after = { ...before, ...changes };
    await writeSettings(connection, teamId, after);
    const details = differences(toRecord(teamId, before), toRecord(teamId, after));
    if (Object.keys(details).length > 0) {
      await recordChange(connection, actor, {
        teamId,
        action: 'settings.changed',
        subjectId: teamId,
        details,
      });
    }
    return toRecord(teamId, after);
  });
}

function toRecord(teamId: string, { engines, isCached }: TeamSettings): SettingsRecord {
  return { team_id: teamId, engines, cache: isCached };
}
