/** Removes the oldest entries of an audit log. The only statements that delete from it. */
import { installationChain } from './audit-chains.ts';
import { type Connection, type Database, inTransaction } from './database.ts';

/** Entries from before it are removed. By the database's clock: a node whose clock is wrong must not remove what it may not. */
export async function readRetentionStart(db: Database, months: number): Promise<Date> {
  const { rows } = await db.query<{ start: Date }>(
    'SELECT clock_timestamp() - make_interval(months => $1) AS start',
    [months],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database told no time');
  return row.start;
}

export interface OldestLink {
  readonly number: number;
  readonly hash: Buffer;
  /** Null if the entry is missing. */
  readonly action: string | null;
  readonly isOld: boolean;
}

/**
 * `choose` returns the number up to which to remove, of the oldest links, and what to do in the same transaction. A log with
 * entries that are not linked yet is left alone: they are older than those that are.
 */
export function removeOldestEntries(
  db: Database,
  chainId: string,
  before: Date,
  limit: number,
  choose: (oldest: readonly OldestLink[]) => OldestLink | undefined,
  record: (connection: Connection, last: OldestLink) => Promise<void>,
): Promise<boolean> {
  const [log, isOfChain] =
    chainId === installationChain ? ['installation_log', 'true'] : ['audit_log', 'a.team_id = l.chain_id'];
  return inTransaction(db, async (connection) => {
    const { rowCount } = await connection.query(
      'SELECT FROM audit_chains WHERE chain_id = $1 AND is_complete FOR UPDATE',
      [chainId],
    );
    if (rowCount === 0) return false;
    const { rows } = await connection.query<OldestLink>(
      `SELECT l.number::float8, l.hash, a.action, coalesce(a.at < $2, false) AS "isOld"
         FROM audit_links l LEFT JOIN ${log} a ON a.id = l.entry_id AND ${isOfChain}
        WHERE l.chain_id = $1 ORDER BY l.number LIMIT $3`,
      [chainId, before, limit],
    );
    const last = choose(rows);
    if (last === undefined) return false;
    await connection.query("SELECT set_config('dragoman.trimming', 'yes', true)");
    await connection.query(
      `DELETE FROM ${log} a USING audit_links l
        WHERE l.chain_id = $1 AND l.number <= $2 AND a.id = l.entry_id AND ${isOfChain}`,
      [chainId, last.number],
    );
    await connection.query('DELETE FROM audit_links WHERE chain_id = $1 AND number <= $2', [
      chainId,
      last.number,
    ]);
    await connection.query("SELECT set_config('dragoman.trimming', '', true)");
    await record(connection, last);
    return true;
  });
}
