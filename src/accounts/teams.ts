import type { Actor } from '../lib/actor.ts';
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { type AllLimits, type LimitChanges, readLimits, setLimits } from '../store/postgres/team-limits.ts';
import {
  insertTeam,
  listTeams as listTeamRows,
  lockTeam,
  type TeamFilter,
  type TeamPage,
} from '../store/postgres/teams.ts';
import { differences } from './differences.ts';
import { refuseErased } from './erased-team.ts';
import { type Suspension, toSuspension } from './suspension.ts';

export interface Team {
  id: string;
  name: string;
  monthly_quota: number;
  created_at: string;
}

export async function createTeam(
  db: Database,
  name: string,
  monthlyQuota: number,
  actor: Actor,
): Promise<Team> {
  const row = await inTransaction(db, async (connection) => {
    const team = await insertTeam(connection, { id: uuidV7(), name, quota: monthlyQuota });
    const details = { name, monthly_quota: monthlyQuota };
    await recordChange(connection, actor, {
      teamId: team.id,
      action: 'team.created',
      subjectId: team.id,
      details,
    });
    return team;
  });
  return { id: row.id, name: row.name, monthly_quota: row.quota, created_at: row.createdAt.toISOString() };
}

export interface ListedTeam extends Team {
  quota_used: number;
  credit_left: number;
  active_keys: number;
  suspended: Suspension | null;
}

/** Sorted by name. Without a page, returns all teams. */
export async function listTeams(
  db: Database,
  filter: TeamFilter = {},
  page?: TeamPage,
): Promise<ListedTeam[]> {
  const rows = await listTeamRows(db, filter, page);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    monthly_quota: row.quota,
    quota_used: row.quotaUsed,
    credit_left: row.credit,
    active_keys: row.activeKeys,
    suspended: toSuspension(row.suspension),
    created_at: row.createdAt.toISOString(),
  }));
}

export interface LimitsRecord {
  team_id: string;
  monthly_quota: number;
  requests_per_second: number;
  requests_burst: number;
  characters_per_minute: number;
  calls_in_flight: number;
}

/** Returns the team's current limits, or undefined if the team does not exist. */
export async function readTeamLimits(db: Database, teamId: string): Promise<LimitsRecord | undefined> {
  const limits = await readLimits(db, teamId);
  return limits && toLimitsRecord(teamId, limits);
}

/** Changes only the given limits. Returns the new limits, or undefined if the team does not exist. */
export async function setTeamLimits(
  db: Database,
  teamId: string,
  changes: LimitChanges,
  actor: Actor,
): Promise<LimitsRecord | undefined> {
  if (!isUuid(teamId)) return undefined;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    await refuseErased(connection, teamId);
    const before = await readLimits(connection, teamId);
    const after = await setLimits(connection, teamId, changes);
    if (before === undefined || after === undefined) return undefined;
    const record = toLimitsRecord(teamId, after);
    const details = differences(toLimitsRecord(teamId, before), record);
    if (Object.keys(details).length > 0) {
      const change = { teamId, action: 'limits.changed', subjectId: teamId, details };
      await recordChange(connection, actor, change);
    }
    return record;
  });
}

function toLimitsRecord(teamId: string, limits: AllLimits): LimitsRecord {
  return {
    team_id: teamId,
    monthly_quota: limits.monthlyQuota,
    requests_per_second: limits.requestsPerSecond,
    requests_burst: limits.requestsBurst,
    characters_per_minute: limits.charactersPerMinute,
    calls_in_flight: limits.callsInFlight,
  };
}
