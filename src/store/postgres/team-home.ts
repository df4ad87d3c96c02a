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
 * The key of the playground counts as no key: nobody has its secret. When a key was last used is written some
 * seconds later, so the usage of the last two hours is read too: whoever makes a first call waits for this.
 */
export async function readProgress(db: Database, teamId: string): Promise<TeamProgress | undefined> {
  const { rows } = await db.query<TeamProgress>({
    name: 'team-progress',
    text: `WITH own_keys AS MATERIALIZED (
             SELECT id, revoked_at, last_used_at FROM api_keys k
              WHERE team_id = $1 AND NOT EXISTS (SELECT FROM playground_keys p WHERE p.key_id = k.id)
           )
           SELECT EXISTS (SELECT FROM own_keys WHERE revoked_at IS NULL) AS "hasKey",
                  EXISTS (SELECT FROM own_keys WHERE last_used_at IS NOT NULL)
                    OR EXISTS (SELECT FROM usage_hourly u
                                WHERE u.team_id = $1 AND u.hour >= now() - interval '2 hours'
                                  AND u.key_id IN (SELECT id FROM own_keys)) AS "hasCall",
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
