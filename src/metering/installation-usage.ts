/**
 * The usage of all teams together. A year of a large installation has tens of millions of totals, which no single statement adds
 * up in its time. The period is therefore read in parts, newest first. Other reports get their turn in between, and what takes
 * too long as a whole is refused.
 */
import type { Database } from '../store/postgres/database.ts';
import { isCancelled } from '../store/postgres/database-errors.ts';
import {
  type GroupUsage,
  type InstallationGroup,
  readInstallationUsage,
  readTeamNames,
} from '../store/postgres/installation-usage.ts';

const dayMs = 24 * 3_600_000;

/** A month of a large installation takes about a second. */
const firstPartDays = 31;

/** A part that took less is followed by one of twice the length, so that centuries without usage are few parts. */
const shortMs = 250;

/** A part that took more is followed by one of half the length, well before the time-out of a statement. */
const longMs = 2_000;

/** People, and proxies in front of the console, wait for half a minute. */
const maxReportMs = 25_000;

interface Figures {
  characters: number;
  calls: number;
  texts: number;
}

export interface InstallationUsage {
  /** Of all groups, not only of those in `rows`. */
  readonly total: Figures & { readonly groups: number };
  /** Most characters first. `name` is the current name of a team, and null for the other groups. */
  readonly rows: readonly (GroupUsage & { readonly name: string | null })[];
}

interface Question {
  readonly from: Date;
  readonly to: Date;
  readonly group: InstallationGroup;
  readonly limit: number;
}

/** Undefined if the period has more usage than can be added up. */
export async function sumInstallationUsage(
  db: Database,
  { from, to, group, limit }: Question,
  now: () => number = () => performance.now(),
): Promise<InstallationUsage | undefined> {
  const sums = new Map<string, Figures>();
  const deadlineMs = now() + maxReportMs;
  let days = firstPartDays;
  for (let end = to; end > from; ) {
    if (now() > deadlineMs) return undefined;
    const start = startOfPart(from, end, days);
    const startedMs = now();
    const part = await readInstallationUsage(db, { from: start, to: end, group }).catch(ifCancelled);
    const tookMs = now() - startedMs;
    if (part === undefined && days <= 1) return undefined;
    if (part === undefined || tookMs > longMs) days = Math.max(1, Math.floor(days / 2));
    else if (tookMs < shortMs) days *= 2;
    if (part === undefined) continue;
    for (const row of part) addTo(sums, row);
    end = start;
  }
  return present(db, sums, group, limit);
}

/** At the start of a day, because days are stored as a whole. */
function startOfPart(from: Date, end: Date, days: number): Date {
  const startMs = Math.floor((end.getTime() - days * dayMs) / dayMs) * dayMs;
  return new Date(Math.max(from.getTime(), startMs));
}

function ifCancelled(error: unknown): undefined {
  if (!isCancelled(error)) throw error;
}

function addTo(sums: Map<string, Figures>, { group, characters, calls, texts }: GroupUsage): void {
  const sum = sums.get(group);
  if (sum === undefined) {
    sums.set(group, { characters, calls, texts });
    return;
  }
  sum.characters += characters;
  sum.calls += calls;
  sum.texts += texts;
}

async function present(
  db: Database,
  sums: ReadonlyMap<string, Figures>,
  group: InstallationGroup,
  limit: number,
): Promise<InstallationUsage> {
  const total = { characters: 0, calls: 0, texts: 0, groups: sums.size };
  for (const { characters, calls, texts } of sums.values()) {
    total.characters += characters;
    total.calls += calls;
    total.texts += texts;
  }
  const sorted = [...sums].toSorted(
    ([a, { characters: most }], [b, { characters: other }]) => other - most || (a < b ? -1 : 1),
  );
  const shown = sorted.slice(0, limit);
  const isTeam = group === 'team' && shown.length > 0;
  const names = isTeam
    ? await readTeamNames(
        db,
        shown.map(([id]) => id),
      )
    : undefined;
  return {
    total,
    rows: shown.map(([label, figures]) => ({ group: label, name: names?.get(label) ?? null, ...figures })),
  };
}
