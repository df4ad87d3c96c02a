import type { Connection, Queryable } from './database.ts';

export interface TeamSettings {
  /** In order of preference; null allows all of them. */
  engines: string[] | null;
  isCached: boolean;
}

const settingColumns = 'engines, is_cached AS "isCached"';

export async function readSettings(connection: Queryable, teamId: string): Promise<TeamSettings | undefined> {
  const { rows } = await connection.query<TeamSettings>(`SELECT ${settingColumns} FROM teams WHERE id = $1`, [
    teamId,
  ]);
  return rows[0];
}

export async function writeSettings(
  connection: Connection,
  teamId: string,
  { engines, isCached }: TeamSettings,
): Promise<void> {
  await connection.query('UPDATE teams SET engines = $2, is_cached = $3 WHERE id = $1', [
    teamId,
    engines,
    isCached,
  ]);
}
