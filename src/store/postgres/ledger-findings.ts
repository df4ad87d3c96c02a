/** Finds disagreements in the ledger and records them. */
import type { Connection } from './database.ts';

export interface Disagreement {
  check: string;
  teamId: string | null;
  subject: string;
  expected: string;
  found: string;
}

/** `sql`: SELECT team_id, subject, expected, found. `patienceMs` replaces the connection's query time-out. */
export async function findDisagreements(
  connection: Connection,
  check: string,
  sql: string,
  values: unknown[],
  patienceMs?: number,
): Promise<Disagreement[]> {
  const { rows } = await connection.query<[string | null, string, string, string]>({
    text: sql,
    values,
    rowMode: 'array' as const,
    ...(patienceMs !== undefined && { query_timeout: patienceMs }),
  });
  return rows.map(([teamId, subject, expected, found]) => ({ check, teamId, subject, expected, found }));
}

export async function recordFindings(
  connection: Connection,
  disagreements: readonly Disagreement[],
): Promise<void> {
  for (const { check, teamId, subject, expected, found } of disagreements) {
    await connection.query(
      'INSERT INTO ledger_findings (check_name, team_id, subject, expected, found) VALUES ($1, $2, $3, $4, $5)',
      [check, teamId, subject, expected, found],
    );
  }
}
