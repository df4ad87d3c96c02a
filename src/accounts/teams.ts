import type { Actor } from '../lib/actor.ts';
import type { TeamLimits } from '../lib/team-limits.ts';
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { type LimitChanges, setLimits } from '../store/postgres/team-limits.ts';
import { insertTeam, listTeams as listTeamRows } from '../store/postgres/teams.ts';

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
  actor: Actor,
): Promise<LimitsRecord | undefined> {
  if (!isUuid(teamId)) return undefined;
  return inTransaction(db, async (connection) => {
    const limits = await setLimits(connection, teamId, changes);
    if (limits === undefined) return undefined;
    const { team_id, ...record } = toLimitsRecord(teamId, limits);
    if (Object.values(changes).some((value) => value !== undefined)) {
      await recordChange(connection, actor, {
        teamId,
        action: 'limits.changed',
        subjectId: teamId,
        details: record,
      });
    }
    return { team_id, ...record };
  });
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
