import type { Database } from './database.ts';

/**
 * Returns the team's wrapped secret; stores the offered one if the team has none. Undefined for an unknown
 * team.
 */
export async function readOrSetTeamSecret(
  db: Database,
  teamId: string,
  offered: Buffer,
): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ secret: Buffer }>(
    `INSERT INTO team_secrets (team_id, wrapped) SELECT id, $2 FROM teams WHERE id = $1
     ON CONFLICT (team_id) DO UPDATE SET wrapped = team_secrets.wrapped
     RETURNING wrapped AS secret`,
    [teamId, offered],
  );
  return rows[0]?.secret;
}
