/** What one key used this month, beside the figures of its team, at the same point in time. */
import type { Database } from './database.ts';

export interface KeyStanding {
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** Charged to the team this month. */
  readonly used: number;
  readonly held: number;
  /** What is left of quota and credit, including what is held. */
  readonly left: number;
  /** Charged to the key this month. */
  readonly usedByKey: number;
  /** What is left of the key's own budget, including what is held; null without a budget. */
  readonly leftOfKey: number | null;
}

/**
 * Closed days are looked up one by one, so that the size of a team does not matter: an index that begins with
 * team and day finds the rows of a key on a day at once. The hours that are not closed yet are a day or two.
 */
export async function readKeyStanding(
  db: Database,
  { teamId, keyId }: { readonly teamId: string; readonly keyId: string },
): Promise<KeyStanding | undefined> {
  const { rows } = await db.query<
    Pick<KeyStanding, 'periodStart' | 'periodEnd'> &
      Record<'used' | 'held' | 'left' | 'usedByKey', string> & { leftOfKey: string | null }
  >(
    `WITH month AS MATERIALIZED (
       SELECT date_trunc('month', now(), 'UTC') AS start,
              date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month' AS next
     ), full_days AS MATERIALIZED (
       SELECT greatest(coalesce(days_from::timestamp AT TIME ZONE 'UTC', 'infinity'), start) AS first,
              coalesce(date_trunc('day', closed_until, 'UTC'), '-infinity') AS after, start
         FROM ledger_state, month WHERE is_only
        -- Postgres expects 1,000 rows otherwise, and compiles the statement for them.
        LIMIT 1
     ), split AS MATERIALIZED (
       -- Without a full day, everything is after them.
       SELECT CASE WHEN first < after THEN first ELSE start END AS first,
              CASE WHEN first < after THEN after ELSE start END AS after, start
         FROM full_days
     )
     SELECT month.start AS "periodStart", month.next AT TIME ZONE 'UTC' AS "periodEnd",
            CASE WHEN b.period < (month.start AT TIME ZONE 'UTC')::date THEN 0
                 ELSE coalesce(b.month_used, (SELECT sum(characters) FROM usage_hourly
                                               WHERE team_id = b.team_id AND hour >= month.start), 0) END AS used,
            greatest(b.quota - CASE WHEN b.period < (month.start AT TIME ZONE 'UTC')::date THEN 0
                                    ELSE b.quota_used END, 0) + b.credit AS left,
            b.held,
            coalesce((SELECT sum(of_day.characters)
                        FROM split,
                             generate_series(0, (after AT TIME ZONE 'UTC')::date - (first AT TIME ZONE 'UTC')::date - 1) AS n,
                             LATERAL (SELECT sum(characters) AS characters FROM usage_daily
                                       WHERE team_id = $1 AND day = (first AT TIME ZONE 'UTC')::date + n AND key_id = $2) AS of_day), 0)
            + coalesce((SELECT sum(characters) FROM usage_hourly
                         WHERE team_id = $1 AND hour >= (SELECT after FROM split) AND key_id = $2), 0)
            + coalesce((SELECT sum(characters) FROM usage_hourly
                         WHERE team_id = $1 AND hour >= (SELECT start FROM split) AND hour < (SELECT first FROM split)
                           AND key_id = $2), 0) AS "usedByKey",
            (SELECT greatest(monthly_characters - CASE WHEN period < (month.start AT TIME ZONE 'UTC')::date THEN 0 ELSE used END, 0)
               FROM key_limits WHERE key_id = $2 AND monthly_characters IS NOT NULL) AS "leftOfKey"
       FROM team_balances b, month
      WHERE b.team_id = $1`,
    [teamId, keyId],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { periodStart, periodEnd, used, held, left, usedByKey, leftOfKey } = row;
  return {
    periodStart,
    periodEnd,
    used: Number(used),
    held: Number(held),
    left: Number(left),
    usedByKey: Number(usedByKey),
    leftOfKey: leftOfKey === null ? null : Number(leftOfKey),
  };
}
