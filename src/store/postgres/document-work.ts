/**
 * Updates by the worker that translates a document. The process that took a document last is its runner. A
 * worker that was presumed dead and resumes late is no longer the runner, so it can neither report, charge
 * nor fail the document.
 */
import { type Connection, type Database, inTransaction } from './database.ts';
import { type DocumentRow, type DocumentWarning, documentColumns } from './documents.ts';
import { keepFile } from './files-to-delete.ts';
import { releaseHold, type Settlement, type SettleVerdict, settleHold } from './holds.ts';
import { lockTeam } from './teams.ts';

export interface RunnersDocument {
  readonly teamId: string;
  readonly id: string;
  readonly runner: string;
}

/** Returns undefined if there is nothing left to do: the document is done, failed, deleted or expired. */
export async function takeDocument(
  db: Database,
  { teamId, id, runner }: RunnersDocument,
): Promise<DocumentRow | undefined> {
  const { rows } = await db.query<DocumentRow>(
    `UPDATE documents SET state = 'translating', runner = $3, starts = starts + 1, translated = 0,
            started_at = clock_timestamp()
      WHERE team_id = $1 AND id = $2 AND state IN ('queued', 'translating') AND expires_at > clock_timestamp()
      RETURNING ${documentColumns}`,
    [teamId, id, runner],
  );
  return rows[0];
}

/**
 * Whether the document can be charged: a process that died after a refused charge may have closed its hold.
 */
export async function hasHold(db: Database, { teamId, id }: RunnersDocument): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM holds WHERE team_id = $1 AND id = $2', [teamId, id]);
  return rowCount === 1;
}

/** Returns false if another worker has taken over the document, or it no longer exists. */
export async function reportProgress(
  db: Database,
  { teamId, id, runner }: RunnersDocument,
  translated: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE documents SET translated = $4
      WHERE team_id = $1 AND id = $2 AND runner = $3 AND state = 'translating' AND expires_at > clock_timestamp()`,
    [teamId, id, runner, translated],
  );
  return rowCount === 1;
}

/** Returns the document to the queue for another worker. The interrupted start does not count. */
export async function putBack(db: Database, { teamId, id, runner }: RunnersDocument): Promise<void> {
  await db.query(
    `UPDATE documents SET state = 'queued', runner = NULL, translated = 0, starts = starts - 1, started_at = NULL
      WHERE team_id = $1 AND id = $2 AND runner = $3 AND state = 'translating'`,
    [teamId, id, runner],
  );
}

export type FinishVerdict = SettleVerdict | 'taken over';

/** Charges and stores the result in one transaction: neither exists without the other. */
export async function finishDocument(
  db: Database,
  document: RunnersDocument,
  settlement: Settlement,
  { file, warnings }: { readonly file: string; readonly warnings: readonly DocumentWarning[] },
): Promise<FinishVerdict> {
  return inTransaction(db, async (connection) => {
    if (!(await lockDocument(connection, document))) return 'taken over';
    const verdict = await settleHold(connection, settlement);
    if (verdict !== 'charged') return verdict;
    await keepFile(connection, file);
    await connection.query(
      `WITH before AS (SELECT source_file AS name FROM documents WHERE team_id = $1 AND id = $2), finished AS (
         UPDATE documents SET state = 'done', result_file = $3, call_id = $4, translated = characters,
                finished_at = clock_timestamp(), source_key = NULL, source_file = NULL, runner = NULL,
                warnings = nullif($5::jsonb, '[]'::jsonb)
          WHERE team_id = $1 AND id = $2)
       INSERT INTO files_to_delete (name, due_at) SELECT name, clock_timestamp() FROM before WHERE name IS NOT NULL`,
      [document.teamId, document.id, file, settlement.callId, JSON.stringify(warnings)],
    );
    return verdict;
  });
}

/** Also releases the hold and schedules the file for deletion. */
export async function failDocument(
  db: Database,
  document: RunnersDocument,
  problem: { readonly code: string; readonly detail: string },
): Promise<boolean> {
  return inTransaction(db, async (connection) => {
    if (!(await lockDocument(connection, document))) return false;
    await releaseHold(connection, document.teamId, document.id);
    await connection.query(
      `WITH before AS (SELECT source_file AS name FROM documents WHERE team_id = $1 AND id = $2), failed AS (
         UPDATE documents SET state = 'error', error_code = $3, error_detail = $4, finished_at = clock_timestamp(),
                source_key = NULL, source_file = NULL, runner = NULL
          WHERE team_id = $1 AND id = $2)
       INSERT INTO files_to_delete (name, due_at) SELECT name, clock_timestamp() FROM before WHERE name IS NOT NULL`,
      [document.teamId, document.id, problem.code, problem.detail],
    );
    return true;
  });
}

/** Locks the team's balance first, like every writer. Returns false if the document is not the runner's. */
async function lockDocument(
  connection: Connection,
  { teamId, id, runner }: RunnersDocument,
): Promise<boolean> {
  await lockTeam(connection, teamId);
  const { rowCount } = await connection.query(
    `SELECT FROM documents WHERE team_id = $1 AND id = $2 AND runner = $3 AND state = 'translating' FOR UPDATE`,
    [teamId, id, runner],
  );
  return rowCount === 1;
}
