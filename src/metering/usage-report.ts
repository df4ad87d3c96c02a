/** What a team has, and what it used: the figures behind /v1/account and /v1/usage. */
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

/** More rows than anybody reads; a narrower range or fewer groups give the same figures in pieces. */
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
  /** The characters of this month, and those that are left of quota and credit, at one moment. */
  standing(teamId: string): ReturnType<typeof readStanding>;
  /** Undefined when there are too many rows. The range is widened to full hours, and says so. */
  usage(
    teamId: string,
    from: Date,
    to: Date,
    groupBy: readonly UsageGroup[],
  ): Promise<UsageReport | undefined>;
  /** The team's charged call with this request id. */
  call(teamId: string, id: string): Promise<CallRow | undefined>;
  /** How the month will end at the pace of the last seven days; undefined when there is no such team. */
  forecast(teamId: string, now: Date): Promise<Forecast | undefined>;
}

export function isUsageGroup(value: string): value is UsageGroup {
  return (usageGroups as string[]).includes(value);
}

/** What takes one row is read beside calls; usage, as large as it is asked for, waits behind other reports. */
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
