/** Networks and browsers from which accounts recently signed in, all of them stored as hashes. */
import type { Connection, Database, Queryable } from './database.ts';

/** Users who return from a long leave are still known. */
const lifetime = "interval '90 days'";
/** A script that signs in from a new machine every time must not fill the table. */
const maxPerAccount = 50;

/** Returns whether each origin is known, in the given order. */
export async function findKnownOrigins(
  db: Queryable,
  account: Buffer,
  origins: readonly Buffer[],
): Promise<boolean[]> {
  const { rows } = await db.query<{ origin: Buffer }>(
    `SELECT origin FROM known_origins
      WHERE account = $1 AND origin = ANY ($2) AND last_used_at > now() - ${lifetime}`,
    [account, origins],
  );
  return origins.map((origin) => rows.some((row) => row.origin.equals(origin)));
}

/** Beyond the limit, the least recently used origins are deleted. */
export async function rememberOrigins(
  db: Queryable,
  account: Buffer,
  origins: readonly Buffer[],
): Promise<void> {
  await db.query(
    `INSERT INTO known_origins (account, origin) SELECT $1, unnest($2::bytea[])
     ON CONFLICT (account, origin) DO UPDATE SET last_used_at = now()`,
    [account, origins.toSorted(Buffer.compare)],
  );
  await db.query(
    `DELETE FROM known_origins WHERE account = $1 AND origin IN
       (SELECT origin FROM known_origins WHERE account = $1 ORDER BY last_used_at DESC, origin OFFSET ${maxPerAccount})`,
    [account],
  );
}

export async function forgetOrigins(connection: Connection, account: Buffer): Promise<void> {
  await connection.query('DELETE FROM known_origins WHERE account = $1', [account]);
}

export async function forgetOldOrigins(db: Database): Promise<void> {
  await db.query(`DELETE FROM known_origins WHERE last_used_at < now() - ${lifetime}`);
}
