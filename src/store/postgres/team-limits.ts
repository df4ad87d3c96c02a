import type { TeamLimits } from '../../lib/team-limits.ts';
import type { Connection, Queryable } from './database.ts';
import { setQuota } from './ledger.ts';

/** The columns of a team's limits; `t` is the table `teams`. */
export const limitColumns = `t.requests_per_second AS "requestsPerSecond", t.requests_burst AS "requestsBurst",
  t.characters_per_minute AS "charactersPerMinute", t.calls_in_flight AS "callsInFlight"`;

export type LimitChanges = { readonly [limit in keyof TeamLimits]?: number | undefined } & {
  readonly monthlyQuota?: number | undefined;
};

export type AllLimits = TeamLimits & { readonly monthlyQuota: number };

export async function readLimits(connection: Queryable, teamId: string): Promise<AllLimits | undefined> {
  const { rows } = await connection.query<LimitsRow>(
    `SELECT ${limitColumns}, b.quota FROM teams t JOIN team_balances b ON b.team_id = t.id WHERE t.id = $1`,
    [teamId],
  );
  return toLimits(rows[0]);
}

type LimitsRow = TeamLimits & { quota: string };

function toLimits(row: LimitsRow | undefined): AllLimits | undefined {
  if (row === undefined) return undefined;
  const { quota, ...limits } = row;
  return { ...limits, monthlyQuota: Number(quota) };
}

/**
 * Changes only the given limits, in the transaction of the connection. Returns the resulting limits, or
 * undefined for an unknown team. The quota comes first, because every writer of a team locks the row of the
 * balance first.
 */
export async function setLimits(
  connection: Connection,
  teamId: string,
  changes: LimitChanges,
): Promise<AllLimits | undefined> {
  if (changes.monthlyQuota !== undefined) await setQuota(connection, teamId, changes.monthlyQuota);
  const { rows } = await connection.query<LimitsRow>(
    `UPDATE teams t
        SET requests_per_second   = coalesce($2, t.requests_per_second),
            requests_burst        = coalesce($3, t.requests_burst),
            characters_per_minute = coalesce($4, t.characters_per_minute),
            calls_in_flight       = coalesce($5, t.calls_in_flight)
       FROM team_balances b
      WHERE t.id = $1 AND b.team_id = t.id
  RETURNING ${limitColumns}, b.quota`,
    [
      teamId,
      changes.requestsPerSecond,
      changes.requestsBurst,
      changes.charactersPerMinute,
      changes.callsInFlight,
    ],
  );
  return toLimits(rows[0]);
}
