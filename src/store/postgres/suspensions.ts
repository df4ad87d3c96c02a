/** Which teams are suspended. The charge reads the same columns under the team's lock. */
import type { Connection, Queryable } from './database.ts';
import { settleStreams } from './streamed-calls.ts';

export interface SuspensionRow {
  suspendedAt: Date;
  reason: string;
}

/** Null: the team is not suspended. Undefined: the team does not exist. */
export async function readSuspension(
  db: Queryable,
  teamId: string,
): Promise<SuspensionRow | null | undefined> {
  const { rows } = await db.query<{ suspendedAt: Date | null; reason: string | null }>(
    `SELECT suspended_at AS "suspendedAt", suspension_reason AS reason FROM team_balances WHERE team_id = $1`,
    [teamId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return row.suspendedAt === null ? null : { suspendedAt: row.suspendedAt, reason: row.reason ?? '' };
}

export async function isSuspended(connection: Connection, teamId: string): Promise<boolean> {
  return (await readSuspension(connection, teamId)) != null;
}

/** Call only under the team's lock. */
export async function markSuspended(connection: Connection, teamId: string, reason: string): Promise<Date> {
  await settleStreams(connection, teamId);
  const { rows } = await connection.query<{ at: Date }>(
    `UPDATE team_balances SET suspended_at = clock_timestamp(), suspension_reason = $2 WHERE team_id = $1
     RETURNING suspended_at AS at`,
    [teamId, reason],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a team that was just locked is gone');
  return row.at;
}

/** Call only under the team's lock. */
export async function markResumed(connection: Connection, teamId: string): Promise<void> {
  await connection.query(
    'UPDATE team_balances SET suspended_at = NULL, suspension_reason = NULL WHERE team_id = $1',
    [teamId],
  );
}
