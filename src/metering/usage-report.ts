/** A team's balance and usage: the figures behind /v1/account and /v1/usage. */
import { isUuid } from '../lib/uuid-v7.ts';
import type { Database } from '../store/postgres/database.ts';
import {
  type CallRow,
  findCall,
  readAccount,
  readRefusals,
  readStanding,
  readUsage,
  type UsageGroup,
  type UsageRow,
  usageGroups,
} from '../store/postgres/usage.ts';
import { type Forecast, forecast } from './forecast.ts';

const hourMs = 3_600_000;
const paceMs = 7 * 24 * hourMs;

/** More rows than anyone reads; a narrower range or fewer groups give the same figures in parts. */
export const maxUsageRows = 50_000;

export interface UsageReport {
  from: Date;
  to: Date;
  total: { characters: number; calls: number; texts: number };
  rows: UsageRow[];
  refused: { code: string; calls: number }[];
}

export interface UsageReports {
  account(teamId: string): ReturnType<typeof readAccount>;
  /** The characters of this month, and those left of quota and credit, at the same point in time. */
  standing(teamId: string): ReturnType<typeof readStanding>;
  /** Returns undefined if there are too many rows. The range of the report is widened to full hours. */
  usage(
    teamId: string,
    from: Date,
    to: Date,
    groupBy: readonly UsageGroup[],
  ): Promise<UsageReport | undefined>;
  /** The team's charged call with this request id. */
  call(teamId: string, id: string): Promise<CallRow | undefined>;
  /** Projects the month's end from the pace of the last seven days; undefined if the team does not exist. */
  forecast(teamId: string, now: Date): Promise<Forecast | undefined>;
}

export function isUsageGroup(value: string): value is UsageGroup {
  return (usageGroups as string[]).includes(value);
}

/** Single rows are read with the pool for calls; usage can be large, so it waits behind other reports. */
export function createUsageReports(db: Database, calls: Database): UsageReports {
  return {
    account: (teamId) => readAccount(calls, teamId),
    standing: (teamId) => readStanding(calls, teamId),
    async usage(teamId, asked, until, groupBy) {
      const from = new Date(Math.floor(asked.getTime() / hourMs) * hourMs);
      const to = new Date(Math.ceil(until.getTime() / hourMs) * hourMs);
      const rows = await readUsage(db, { teamId, from, to, groupBy, limit: maxUsageRows + 1 });
      if (rows.length > maxUsageRows) return undefined;
      const refused = await readRefusals(db, teamId, from, to);
      return { from, to, total: totalOf(rows), rows, refused };
    },
    call: async (teamId, id) => (isUuid(id) ? findCall(db, id, teamId) : undefined),
    async forecast(teamId, now) {
      const from = new Date(now.getTime() - paceMs);
      const [standing, recent] = await Promise.all([
        readStanding(calls, teamId),
        readUsage(db, { teamId, from, to: now, groupBy: [], limit: 1 }),
      ]);
      if (standing === undefined) return undefined;
      const recentCharacters = recent[0]?.characters ?? 0;
      return forecast({ ...standing, recentCharacters, recentMs: paceMs, now, periodEnd: monthAfter(now) });
    },
  };
}

function monthAfter(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1));
}

function totalOf(rows: readonly UsageRow[]) {
  const total = { characters: 0, calls: 0, texts: 0 };
  for (const row of rows) {
    total.characters += row.characters;
    total.calls += row.calls;
    total.texts += row.texts;
  }
  return total;
}
