/** Stored files that nothing refers to, or will not refer to soon. Each is deleted when it is due. */
import type { Connection, Database } from './database.ts';

/** Call before a file is written: it is deleted when due, unless `keepFile` is called first. */
export async function announceFile(db: Database, name: string, forMs: number): Promise<void> {
  await db.query(
    'INSERT INTO files_to_delete (name, due_at) VALUES ($1, clock_timestamp() + make_interval(secs => $2))',
    [name, forMs / 1_000],
  );
}

/** Call in the transaction that makes use of the file. */
export async function keepFile(connection: Connection, name: string): Promise<void> {
  const { rowCount } = await connection.query('DELETE FROM files_to_delete WHERE name = $1', [name]);
  if (rowCount !== 1) throw new Error('a file was taken into use after it was due to be deleted');
}

export interface FileToDelete {
  readonly name: string;
  /** As text: a Date would lose the microseconds. */
  readonly dueAt: string;
}

/** In the order in which they are due; those after `after`, if it is given. */
export async function filesToDelete(
  db: Database,
  limit: number,
  after?: FileToDelete,
): Promise<FileToDelete[]> {
  const { rows } = await db.query<FileToDelete>(
    `SELECT name, due_at::text AS "dueAt" FROM files_to_delete
      WHERE due_at < statement_timestamp() AND ($2::timestamptz IS NULL OR (due_at, name) > ($2::timestamptz, $3))
      ORDER BY due_at, name LIMIT $1`,
    [limit, after?.dueAt, after?.name],
  );
  return rows;
}

export async function forgetFile(db: Database, name: string): Promise<void> {
  await db.query('DELETE FROM files_to_delete WHERE name = $1 AND due_at < clock_timestamp()', [name]);
}
