/** A team's balance and usage: the figures behind /v1/account and /v1/usage. */
import { isUuid } from '../lib/uuid-v7.ts';
import type { Database } from '../store/postgres/database.ts';
import type { InstallationGroup } from '../store/postgres/installation-usage.ts';
import { readKeyStanding } from '../store/postgres/key-usage.ts';
import {
  findCall,
  readAccount,
  readRefusals,
  readStanding,
  readUsage,
  type UsageGroup,
  type UsageRow,
  usageGroups,
} from '../store/postgres/usage.ts';
import { forecast } from './forecast.ts';
import { sumInstallationUsage } from './installation-usage.ts';

export { installationGroups } from '../store/postgres/installation-usage.ts';

const hourMs = 3_600_000;
const paceMs = 7 * 24 * hourMs;

/** More rows than anyone reads; a narrower range or fewer groups give the same figures in parts. */
export const maxUsageRows = 50_000;

export function isUsageGroup(value: string): value is UsageGroup {
  return (usageGroups as string[]).includes(value);
}

export type UsageReports = ReturnType<typeof createUsageReports>;

/** Single rows are read with the pool for calls; usage can be large, so it waits behind other reports. */
export function createUsageReports(db: Database, calls: Database) {
  return {
    account: (teamId: string) => readAccount(calls, teamId),
    /** The characters of this month, also of one key, and those left, at the same point in time. */
    standingOfKey: (key: { readonly teamId: string; readonly keyId: string }) => readKeyStanding(calls, key),
    /** Returns undefined if there are too many rows. The range of the report is widened to full hours. */
    async usage(teamId: string, asked: Date, until: Date, groupBy: readonly UsageGroup[]) {
      const { from, to } = fullHours(asked, until);
      const rows = await readUsage(db, { teamId, from, to, groupBy, limit: maxUsageRows + 1 });
      if (rows.length > maxUsageRows) return undefined;
      const refused = await readRefusals(db, teamId, from, to);
      return { from, to, total: totalOf(rows), rows, refused };
    },
    /** All teams together. The range is widened like that of a team. Undefined if there is too much to add up. */
    async installation(asked: Date, until: Date, group: InstallationGroup, limit: number) {
      const range = fullHours(asked, until);
      const usage = await sumInstallationUsage(db, { ...range, group, limit });
      return usage && { ...range, ...usage };
    },
    /** The team's charged call with this request id. */
    call: async (teamId: string, id: string) => (isUuid(id) ? findCall(db, id, teamId) : undefined),
    /** Projects the month's end from the pace of the last seven days; undefined if the team does not exist. */
    async forecast(teamId: string, now: Date) {
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

function fullHours(from: Date, to: Date): { from: Date; to: Date } {
  return {
    from: new Date(Math.floor(from.getTime() / hourMs) * hourMs),
    to: new Date(Math.ceil(to.getTime() / hourMs) * hourMs),
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
