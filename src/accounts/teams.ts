import { uuidV7 } from '../lib/uuid-v7.ts';
import type { Database } from '../store/postgres/database.ts';
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
