/** Tries to sign in, counted by subject in windows that start with the first try. */
import type { Connection, Database } from './database.ts';

/**
 * Counts one more try and says how many there were in this window, and how long it still lasts. One statement, so that
 * a hundred tries at once are counted as a hundred.
 */
export async function countTry(
  db: Database,
  subject: Buffer,
  windowSeconds: number,
): Promise<{ tries: number; secondsLeft: number }> {
  const { rows } = await db.query<{ tries: number; secondsLeft: number }>(
    `INSERT INTO sign_in_tries AS t (subject, tries) VALUES ($1, 1)
     ON CONFLICT (subject) DO UPDATE
       SET tries = CASE WHEN t.started_at < now() - make_interval(secs => $2) THEN 1 ELSE t.tries + 1 END,
           started_at = CASE WHEN t.started_at < now() - make_interval(secs => $2) THEN now() ELSE t.started_at END
     RETURNING tries, extract(epoch FROM started_at - now())::float8 + $2 AS "secondsLeft"`,
    [subject, windowSeconds],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a counted try returned no row');
  return row;
}

export async function forgetTries(connection: Connection, subject: Buffer): Promise<void> {
  await connection.query('DELETE FROM sign_in_tries WHERE subject = $1', [subject]);
}

/** A try that was good is not held against the address that it came from. */
export async function forgiveTry(connection: Connection, subject: Buffer): Promise<void> {
  await connection.query('UPDATE sign_in_tries SET tries = greatest(tries - 1, 0) WHERE subject = $1', [
    subject,
  ]);
}

export async function forgetOldTries(db: Database): Promise<void> {
  await db.query("DELETE FROM sign_in_tries WHERE started_at < now() - interval '1 day'");
}
