/**
 * Suspends and resumes teams. A suspension has the effect of revoking all keys of the team: once it is
 * acknowledged, no node admits, charges or answers a call of the team, and no change started by one of its
 * keys is still in progress. Its people can still sign in and read.
 */
import type { Actor } from '../lib/actor.ts';
import { isUuid } from '../lib/uuid-v7.ts';
import { endLinksOfTeam } from '../store/postgres/access-links.ts';
import { lockActiveKeys } from '../store/postgres/api-keys.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Connection, type Database, inTransaction } from '../store/postgres/database.ts';
import {
  markResumed,
  markSuspended,
  readSuspension,
  type SuspensionRow,
} from '../store/postgres/suspensions.ts';
import { lockTeam } from '../store/postgres/teams.ts';
import { refuseErased } from './erased-team.ts';

export interface Suspension {
  at: Date;
  reason: string;
}

/** The suspension state of a team; `suspended` is null if the team is not suspended. */
export interface SuspensionOfTeam {
  teamId: string;
  suspended: Suspension | null;
}

/** Returns undefined if the team does not exist. A team that is already suspended keeps its first reason. */
export function suspendTeam(
  db: Database,
  teamId: string,
  reason: string,
  actor: Actor,
): Promise<SuspensionOfTeam | undefined> {
  return changeSuspension(db, teamId, async (connection, before) => {
    if (before !== null) return before;
    await lockActiveKeys(connection, teamId);
    await endLinksOfTeam(connection, teamId);
    const suspendedAt = await markSuspended(connection, teamId, reason);
    const change = { teamId, action: 'team.suspended', subjectId: teamId, details: { reason } };
    await recordChange(connection, actor, change);
    return { suspendedAt, reason };
  });
}

/** Returns undefined if the team does not exist. Its keys work again on commit. Refuses erased teams. */
export function resumeTeam(
  db: Database,
  teamId: string,
  reason: string,
  actor: Actor,
): Promise<SuspensionOfTeam | undefined> {
  return changeSuspension(db, teamId, async (connection, before) => {
    await refuseErased(connection, teamId);
    if (before !== null) {
      await markResumed(connection, teamId);
      const change = { teamId, action: 'team.resumed', subjectId: teamId, details: { reason } };
      await recordChange(connection, actor, change);
    }
    return null;
  });
}

async function changeSuspension(
  db: Database,
  teamId: string,
  change: (connection: Connection, before: SuspensionRow | null) => Promise<SuspensionRow | null>,
): Promise<SuspensionOfTeam | undefined> {
  if (!isUuid(teamId)) return undefined;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    const before = await readSuspension(connection, teamId);
    if (before === undefined) return undefined;
    return { teamId, suspended: toSuspension(await change(connection, before)) };
  });
}

export function toSuspension(row: SuspensionRow | null): Suspension | null {
  return row === null ? null : { at: row.suspendedAt, reason: row.reason };
}
