import type { Actor } from '../lib/actor.ts';
import { done, type Outcome } from '../lib/outcome.ts';
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { type AllLimits, type LimitChanges, readLimits, setLimits } from '../store/postgres/team-limits.ts';
import {
  insertTeam,
  listTeams as listTeamRows,
  lockTeam,
  readTeamName,
  type TeamFilter,
  type TeamPage,
  writeTeamName,
} from '../store/postgres/teams.ts';
import { differences } from './differences.ts';
import { refuseErased } from './erased-team.ts';
import { namedByGroups, noTeam, renamedMeanwhile } from './refusals.ts';
import { type Suspension, toSuspension } from './suspension.ts';

export interface Team {
  id: string;
  name: string;
  monthlyQuota: number;
  createdAt: Date;
}

export async function createTeam(
  db: Database,
  name: string,
  monthlyQuota: number,
  actor: Actor,
): Promise<Team> {
  return inTransaction(db, async (connection) => {
    const { id, createdAt } = await insertTeam(connection, { id: uuidV7(), name, quota: monthlyQuota });
    const details = { name, monthly_quota: monthlyQuota };
    await recordChange(connection, actor, { teamId: id, action: 'team.created', subjectId: id, details });
    return { id, name, monthlyQuota, createdAt };
  });
}

export interface RenamedTeam {
  id: string;
  name: string;
}

export interface NewTeamName extends Readonly<RenamedTeam> {
  /** Refuses if the team no longer has this name: another operator changed it. */
  readonly seen?: string | undefined;
  /** Names that the caller may neither give nor take away. */
  readonly fixedNames?: ReadonlySet<string> | undefined;
}

/** Names need not be unique. */
export async function renameTeam(
  db: Database,
  { id, name, seen, fixedNames }: NewTeamName,
  actor: Actor,
): Promise<Outcome<RenamedTeam>> {
  if (!isUuid(id)) return noTeam;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, id);
    await refuseErased(connection, id);
    const before = await readTeamName(connection, id);
    if (before === undefined) return noTeam;
    if (before === name) return done({ id, name });
    if (seen !== undefined && before !== seen) return renamedMeanwhile(before);
    if (fixedNames?.has(before) || fixedNames?.has(name)) return namedByGroups;
    await writeTeamName(connection, id, name);
    const details = { from: before, to: name };
    await recordChange(connection, actor, { teamId: id, action: 'team.renamed', subjectId: id, details });
    return done({ id, name });
  });
}

export interface ListedTeam extends Team {
  quotaUsed: number;
  creditLeft: number;
  activeKeys: number;
  suspended: Suspension | null;
}

/** Sorted by name. Without a page, returns all teams. */
export async function listTeams(
  db: Database,
  filter: TeamFilter = {},
  page?: TeamPage,
): Promise<ListedTeam[]> {
  const rows = await listTeamRows(db, filter, page);
  return rows.map(({ quota, credit, suspension, ...team }) => ({
    ...team,
    monthlyQuota: quota,
    creditLeft: credit,
    suspended: toSuspension(suspension),
  }));
}

export type LimitsOfTeam = AllLimits & { readonly teamId: string };

/** Returns the team's current limits, or undefined if the team does not exist. */
export async function readTeamLimits(db: Database, teamId: string): Promise<LimitsOfTeam | undefined> {
  const limits = await readLimits(db, teamId);
  return limits && { teamId, ...limits };
}

/** Changes only the given limits. Returns the new limits, or undefined if the team does not exist. */
export async function setTeamLimits(
  db: Database,
  teamId: string,
  changes: LimitChanges,
  actor: Actor,
): Promise<LimitsOfTeam | undefined> {
  if (!isUuid(teamId)) return undefined;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    await refuseErased(connection, teamId);
    const before = await readLimits(connection, teamId);
    const after = await setLimits(connection, teamId, changes);
    if (before === undefined || after === undefined) return undefined;
    const details = differences(before, after);
    if (Object.keys(details).length > 0) {
      const change = { teamId, action: 'limits.changed', subjectId: teamId, details };
      await recordChange(connection, actor, change);
    }
    return { teamId, ...after };
  });
}
