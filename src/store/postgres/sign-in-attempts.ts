/** Sign-in attempts, counted by subject in windows that start with the first attempt. */
import type { Connection, Database, Queryable } from './database.ts';

export interface Counter {
  readonly subject: Buffer;
  readonly windowSeconds: number;
}

export interface Count {
  readonly tries: number;
  readonly secondsLeft: number;
}

/**
 * Counts one more attempt for each counter. Returns the attempts in each window and the time until it ends,
 * in the given order. One statement, so that a hundred concurrent attempts are counted as a hundred.
 */
export async function countAttempts(db: Queryable, counters: readonly Counter[]): Promise<Count[]> {
  // Every statement that writes several of these rows locks them in the order of their subjects.
  const ordered = counters.toSorted((a, b) => Buffer.compare(a.subject, b.subject));
  const { rows } = await db.query<Count & { subject: Buffer }>(
    `INSERT INTO sign_in_tries AS t (subject, tries, ends_at)
     SELECT subject, 1, now() + make_interval(secs => seconds)
       FROM unnest($1::bytea[], $2::float8[]) AS counter (subject, seconds)
     ON CONFLICT (subject) DO UPDATE
       SET tries = CASE WHEN t.ends_at > now() THEN t.tries + 1 ELSE 1 END,
           started_at = CASE WHEN t.ends_at > now() THEN t.started_at ELSE now() END,
           ends_at = CASE WHEN t.ends_at > now() THEN t.ends_at ELSE excluded.ends_at END
     RETURNING subject, tries, extract(epoch FROM ends_at - now())::float8 AS "secondsLeft"`,
    [ordered.map(({ subject }) => subject), ordered.map(({ windowSeconds }) => windowSeconds)],
  );
  return counters.map(({ subject }) => {
    const row = rows.find((each) => each.subject.equals(subject));
    if (row === undefined) throw new Error('a counted try returned no row');
    return row;
  });
}

/**
 * After a successful attempt: resets counters that only the account's owner fills, and takes it off the
 * others.
 */
export async function clearAttempt(
  db: Queryable,
  subjects: { readonly own: readonly Buffer[]; readonly shared: readonly Buffer[] },
): Promise<void> {
  await db.query(
    `WITH locked AS (SELECT subject FROM sign_in_tries WHERE subject = ANY ($1::bytea[] || $2::bytea[]) ORDER BY subject FOR UPDATE)
     UPDATE sign_in_tries t SET tries = CASE WHEN t.subject = ANY ($1) THEN 0 ELSE greatest(t.tries - 1, 0) END
       FROM locked WHERE t.subject = locked.subject`,
    [subjects.own, subjects.shared],
  );
}

export async function deleteAttempts(connection: Connection, subjects: readonly Buffer[]): Promise<void> {
  await connection.query(
    `DELETE FROM sign_in_tries WHERE subject IN
       (SELECT subject FROM sign_in_tries WHERE subject = ANY ($1) ORDER BY subject FOR UPDATE)`,
    [subjects],
  );
}

export async function forgetOldTries(db: Database): Promise<void> {
  await db.query("DELETE FROM sign_in_tries WHERE started_at < now() - interval '1 day'");
}
