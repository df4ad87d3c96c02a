/** The facts about a team that its home page shows. Each statement looks at a bounded number of rows. */
import type { Database } from './database.ts';

export interface TeamProgress {
  readonly hasKey: boolean;
  readonly hasCall: boolean;
  readonly hasColleague: boolean;
  readonly hasInvitation: boolean;
  readonly hasGlossary: boolean;
}

/**
 * The console's own key counts as no key: nobody has its secret. Earlier versions named it "playground" and made it a
 * test key; after its replacement only its name tells. A call is one that was charged to another key of the team and not
 * to a person in the browser: reading usage with a key is no translation. Days that are closed are in `usage_daily`, all
 * other hours, also those from before there were days, in `usage_hourly`. A team without a key of its own reads neither.
 */
export async function readProgress(db: Database, teamId: string): Promise<TeamProgress | undefined> {
  const { rows } = await db.query<TeamProgress>({
    name: 'team-progress',
    text: `WITH own_keys AS MATERIALIZED (
             SELECT id, revoked_at FROM api_keys k
              WHERE team_id = $1 AND NOT (name = 'playground' AND mode = 'test')
                AND NOT EXISTS (SELECT FROM playground_keys p WHERE p.key_id = k.id)
           ), closed_days AS MATERIALIZED (
             SELECT coalesce(days_from::timestamp AT TIME ZONE 'UTC', 'infinity') AS first,
                    coalesce(date_trunc('day', closed_until, 'UTC'), '-infinity') AS until
               FROM ledger_state WHERE is_only
           )
           SELECT EXISTS (SELECT FROM own_keys WHERE revoked_at IS NULL) AS "hasKey",
                  CASE WHEN EXISTS (SELECT FROM own_keys) THEN
                    EXISTS (SELECT FROM usage_hourly u, closed_days c
                             WHERE u.team_id = $1 AND (u.hour >= c.until OR u.hour < c.first)
                               AND u.dialect <> 'browser' AND u.key_id IN (SELECT id FROM own_keys))
                    OR EXISTS (SELECT FROM usage_daily u
                                WHERE u.team_id = $1
                                  AND u.dialect <> 'browser' AND u.key_id IN (SELECT id FROM own_keys))
                  ELSE false END AS "hasCall",
                  (SELECT count(*) FROM (SELECT FROM team_members WHERE team_id = $1 LIMIT 2) AS members) > 1 AS "hasColleague",
                  EXISTS (SELECT FROM access_links WHERE team_id = $1 AND kind = 'invitation'
                             AND used_at IS NULL AND expires_at > now()) AS "hasInvitation",
                  EXISTS (SELECT FROM glossaries WHERE team_id = $1) AS "hasGlossary"
             FROM teams WHERE id = $1`,
    values: [teamId],
  });
  return rows[0];
}

/** Documents are deleted after a day, so there are few. */
export async function countFailedDocuments(
  db: Database,
  teamId: string,
  since: Date,
): Promise<{ code: string; documents: number }[]> {
  const { rows } = await db.query<{ code: string; documents: number }>(
    `SELECT coalesce(error_code, 'internal_error') AS code, count(*)::int AS documents FROM documents
      WHERE team_id = $1 AND state = 'error' AND finished_at >= $2 GROUP BY 1 ORDER BY 1`,
    [teamId, since],
  );
  return rows;
}
