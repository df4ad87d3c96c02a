import type { TeamLimits } from '../lib/team-limits.ts';
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import type { Database } from '../store/postgres/database.ts';
import { type LimitChanges, setLimits } from '../store/postgres/team-limits.ts';
import { insertTeam, listTeams as listTeamRows } from '../store/postgres/teams.ts';

export interface Team {
  id: string;
  name: string;
  monthly_quota: number;
  created_at: string;
}

export async function createTeam(db: Database, name: string, monthlyQuota: number): Promise<Team> {
  const row = await insertTeam(db, { id: uuidV7(), name, quota: monthlyQuota });
  return { id: row.id, name: row.name, monthly_quota: row.quota, created_at: row.createdAt.toISOString() };
}

export async function listTeams(db: Database): Promise<(Team & { active_keys: number })[]> {
  const rows = await listTeamRows(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    monthly_quota: row.quota,
    created_at: row.createdAt.toISOString(),
    active_keys: row.activeKeys,
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

/** Changes what is given; the team's limits as they stand then, or undefined when there is no such team. */
export async function setTeamLimits(
  db: Database,
  teamId: string,
  changes: LimitChanges,
): Promise<LimitsRecord | undefined> {
  const limits = isUuid(teamId) ? await setLimits(db, teamId, changes) : undefined;
  return limits === undefined ? undefined : toLimitsRecord(teamId, limits);
}

function toLimitsRecord(teamId: string, limits: TeamLimits & { monthlyQuota: number }): LimitsRecord {
  return {
    team_id: teamId,
    monthly_quota: limits.monthlyQuota,
    requests_per_second: limits.requestsPerSecond,
    requests_burst: limits.requestsBurst,
    characters_per_minute: limits.charactersPerMinute,
    calls_in_flight: limits.callsInFlight,
  };
}
