import type { Connection, Database } from './database.ts';
import type { SuspensionRow } from './suspensions.ts';

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

/** A team as operators see it in a list. */
export interface ListedTeam extends TeamRow {
  activeKeys: number;
  /** This month. */
  quotaUsed: number;
  credit: number;
  suspension: SuspensionRow | null;
}

export interface TeamFilter {
  /** A part of the name, ignoring case. */
  readonly search?: string | undefined;
  readonly id?: string | undefined;
  readonly isSuspended?: boolean | undefined;
}

/** Names are not unique, so a position in the list is a name and an ID. */
export interface TeamPage {
  readonly limit: number;
  readonly after: { readonly name: string; readonly id: string } | undefined;
}

type FoundTeam = Pick<ListedTeam, 'id' | 'name' | 'createdAt' | 'activeKeys'> &
  Record<'quota' | 'quotaUsed' | 'credit', string> & { suspendedAt: Date | null; reason: string | null };

/** Teams by name; all of them if no page is given. Keys are counted only for the teams on the page. */
export async function listTeams(
  db: Database,
  { search, id, isSuspended }: TeamFilter = {},
  page?: TeamPage,
): Promise<ListedTeam[]> {
  const { rows } = await db.query<FoundTeam>(
    `SELECT t.*, (SELECT count(*)::int FROM api_keys k WHERE k.team_id = t.id AND k.revoked_at IS NULL) AS "activeKeys"
       FROM (SELECT t.id, t.name, t.created_at AS "createdAt", b.quota, b.credit, b.suspended_at AS "suspendedAt",
                    b.suspension_reason AS reason,
                    CASE WHEN b.period < date_trunc('month', now() AT TIME ZONE 'UTC') THEN 0 ELSE b.quota_used END AS "quotaUsed"
               FROM teams t JOIN team_balances b ON b.team_id = t.id
              WHERE ($1::text IS NULL OR strpos(lower(t.name), lower($1)) > 0) AND ($6::uuid IS NULL OR t.id = $6)
                AND ($2::boolean IS NULL OR (b.suspended_at IS NOT NULL) = $2)
                AND ($3::text IS NULL OR (lower(t.name), t.id) > (lower($3), $4::uuid))
              ORDER BY lower(t.name), t.id LIMIT $5) AS t
      ORDER BY lower(t.name), t.id`,
    [search, isSuspended, page?.after?.name, page?.after?.id, page?.limit, id],
  );
  return rows.map(toListed);
}

/** The driver returns bigint as text; all of these are below 2^53. */
function toListed({ quota, quotaUsed, credit, suspendedAt, reason, ...team }: FoundTeam): ListedTeam {
  return {
    ...team,
    quota: Number(quota),
    quotaUsed: Number(quotaUsed),
    credit: Number(credit),
    suspension: suspendedAt === null ? null : { suspendedAt, reason: reason ?? '' },
  };
}

export async function teamExists(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT 1 FROM teams WHERE id = $1', [id]);
  return rowCount === 1;
}

export async function readTeamName(connection: Connection, id: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ name: string }>('SELECT name FROM teams WHERE id = $1', [id]);
  return rows[0]?.name;
}

export async function writeTeamName(connection: Connection, id: string, name: string): Promise<void> {
  await connection.query('UPDATE teams SET name = $2 WHERE id = $1', [id, name]);
}

/**
 * Locks the row that every writer of a team's balance and keys locks first, until the transaction ends.
 * Returns false if the team does not exist. Data read afterwards, in separate statements, cannot change until
 * then.
 */
export async function lockTeam(connection: Connection, id: string): Promise<boolean> {
  const { rowCount } = await connection.query('SELECT 1 FROM team_balances WHERE team_id = $1 FOR UPDATE', [
    id,
  ]);
  return rowCount === 1;
}
