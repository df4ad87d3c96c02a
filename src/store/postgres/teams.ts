import type { Connection, Database } from './database.ts';

export interface TeamRow {
  id: string;
  name: string;
  quota: number;
  createdAt: Date;
}

export async function insertTeam(
  connection: Connection,
  team: { id: string; name: string; quota: number },
): Promise<TeamRow> {
  const { rows } = await connection.query<{ created_at: Date }>(
    'INSERT INTO teams (id, name) VALUES ($1, $2) RETURNING created_at',
    [team.id, team.name],
  );
  await connection.query('INSERT INTO team_balances (team_id, quota) VALUES ($1, $2)', [team.id, team.quota]);
  const [row] = rows;
  if (row === undefined) throw new Error('an inserted team returned no row');
  return { ...team, createdAt: row.created_at };
}

export async function listTeams(db: Database): Promise<(TeamRow & { activeKeys: number })[]> {
  // bigint arrives as text from the driver; a quota is below 2^53 by the command line's check.
  const { rows } = await db.query<{
    id: string;
    name: string;
    quota: string;
    created_at: Date;
    active_keys: number;
  }>(
    `SELECT t.id, t.name, b.quota, t.created_at,
            (SELECT count(*)::int FROM api_keys k WHERE k.team_id = t.id AND k.revoked_at IS NULL) AS active_keys
       FROM teams t JOIN team_balances b ON b.team_id = t.id
      ORDER BY t.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    quota: Number(row.quota),
    createdAt: row.created_at,
    activeKeys: row.active_keys,
  }));
}

export async function teamExists(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM teams WHERE id = $1', [id]);
  return rowCount === 1;
}

/**
 * Locks the row that every writer of a team's money and keys locks first, until the transaction ends; false when
 * there is no such team. What is read afterwards, in statements of its own, stays as it is.
 */
export async function lockTeam(connection: Connection, id: string): Promise<boolean> {
  const { rowCount } = await connection.query('SELECT 1 FROM team_balances WHERE team_id = $1 FOR UPDATE', [
    id,
  ]);
  return rowCount === 1;
}
