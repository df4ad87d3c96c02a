/**
 * The chains of hashes over the audit logs. Triggers of the database write the links, with the entries; here they are read,
 * and entries from before the chains are linked.
 */
import { type Connection, type Database, inTransaction, type Queryable } from './database.ts';

/** The chain of what belongs to no team. The chain of a team has the id of the team. */
export const installationChain = '00000000-0000-0000-0000-000000000000';

/** Whoever knows the head of a chain notices every later change of the entries up to it. */
export interface AuditHead {
  readonly chainId: string;
  /** Of the last link; 0 if there is none. */
  readonly number: number;
  readonly hash: Buffer;
}

interface ChainState extends AuditHead {
  /** Whether every entry from before the chain is linked. */
  readonly isComplete: boolean;
  /** Until then, entries with later ids wait for housekeeping. */
  readonly filledTo: string;
}

const headColumns = 'chain_id AS "chainId", number::float8, hash';

/** One index look-up for each chain. A log that never had an entry has no head. */
export async function readAuditHeads(
  db: Queryable,
  chainIds: readonly string[],
): Promise<Map<string, AuditHead>> {
  const { rows } = await db.query<AuditHead>(
    `SELECT ${headColumns} FROM audit_chains WHERE chain_id = ANY ($1::uuid[])`,
    [chainIds],
  );
  return new Map(rows.map((row) => [row.chainId, row]));
}

export async function readChainState(db: Queryable, chainId: string): Promise<ChainState | undefined> {
  const { rows } = await db.query<ChainState>(
    `SELECT ${headColumns}, is_complete AS "isComplete", filled_to AS "filledTo" FROM audit_chains WHERE chain_id = $1`,
    [chainId],
  );
  return rows[0];
}

/** The chains of the installation and of all teams, also of those whose chain is gone. */
export async function listAuditChains(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT chain_id AS id FROM audit_chains UNION SELECT id FROM teams UNION SELECT $1::uuid ORDER BY 1',
    [installationChain],
  );
  return rows.map(({ id }) => id);
}

export interface AuditLink {
  readonly number: number;
  readonly entryId: string;
  readonly previous: Buffer;
  readonly digests: readonly Buffer[];
  readonly hash: Buffer;
}

/**
 * Values that no trigger has written must not stop who looks for them: an array without its form, and numbers that JavaScript
 * does not have, whose links count as missing. Nor may a number that several links have hide one of them behind the end of a
 * page: a page ends with all that have its last number.
 */
const isCountable = 'number BETWEEN -9007199254740990 AND 9007199254740991';

function repairArrays<T extends AuditLink & { readonly salts?: readonly (Buffer | null)[] }>(row: T): T {
  const digests = row.digests.map((each: unknown) => (Buffer.isBuffer(each) ? each : Buffer.alloc(0)));
  const salts = row.salts?.map((each: unknown) => (Buffer.isBuffer(each) ? each : null));
  return { ...row, digests, ...(salts && { salts }) };
}

/** The next links after a number. Without its table, `number` in the order would be the converted one, which no index has. */
export async function readLinks(
  db: Queryable,
  chainId: string,
  after: number,
  limit: number,
): Promise<AuditLink[]> {
  const { rows } = await db.query<AuditLink>(
    `SELECT number::float8, entry_id AS "entryId", previous, digests, hash FROM audit_links
      WHERE chain_id = $1 AND number > $2 AND ${isCountable}
      ORDER BY audit_links.number FETCH FIRST ($3) ROWS WITH TIES`,
    [chainId, after, limit],
  );
  return rows.map(repairArrays);
}

export interface LinkedEntry extends AuditLink {
  /** Null for an erased field. */
  readonly salts: readonly (Buffer | null)[];
  /** In the order of `auditFields`; null if there is no such entry. */
  readonly fields: readonly (string | null)[] | null;
}

/** The fields as `audit_fields` writes them. It is not called: whoever alters entries could alter the function too. */
const fields = `ARRAY[a.id::text,
                      CASE WHEN isfinite(a.at) THEN (extract(epoch FROM a.at) * 1000000)::bigint::text ELSE a.at::text END,
                      a.action, a.subject_id, a.actor_type, a.actor_id::text, a.actor_name, a.address, a.request_id::text, a.details::text]`;

function logOf(chainId: string): { readonly table: string; readonly isOfChain: string } {
  return chainId === installationChain
    ? { table: 'installation_log', isOfChain: '$1::uuid IS NOT NULL' }
    : { table: 'audit_log', isOfChain: 'a.team_id = $1' };
}

/** The next links after a number, with their entries. */
export async function readLinkedEntries(
  db: Queryable,
  chainId: string,
  after: number,
  limit: number,
): Promise<LinkedEntry[]> {
  const { table, isOfChain } = logOf(chainId);
  const { rows } = await db.query<LinkedEntry>(
    `SELECT l.number::float8, l.entry_id AS "entryId", l.previous, l.salts, l.digests, l.hash,
            CASE WHEN a.id IS NOT NULL THEN ${fields} END AS fields
       FROM audit_links l LEFT JOIN ${table} a ON a.id = l.entry_id AND ${isOfChain}
      WHERE l.chain_id = $1 AND l.number > $2 AND l.${isCountable}
      ORDER BY l.number FETCH FIRST ($3) ROWS WITH TIES`,
    [chainId, after, limit],
  );
  return rows.map(repairArrays);
}

/** Entries without a link, oldest first. */
export async function readUnlinkedEntries(
  db: Queryable,
  chainId: string,
  afterId: string | undefined,
  limit: number,
): Promise<string[]> {
  const { table, isOfChain } = logOf(chainId);
  const { rows } = await db.query<{ id: string }>(
    `SELECT a.id FROM ${table} a
      WHERE ${isOfChain} AND ($2::uuid IS NULL OR a.id > $2)
        AND NOT EXISTS (SELECT FROM audit_links l WHERE l.chain_id = $1 AND l.entry_id = a.id AND l.${isCountable})
      ORDER BY a.id LIMIT $3`,
    [chainId, afterId, limit],
  );
  return rows.map(({ id }) => id);
}

/** In a chain that is not complete, no trigger links an entry that waits for housekeeping. */
export async function hasLinkAfter(db: Queryable, chainId: string, entryId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT FROM audit_links WHERE chain_id = $1 AND entry_id > $2 LIMIT 1',
    [chainId, entryId],
  );
  return rowCount === 1;
}

/** Logs with entries from before their chains. */
export async function listIncompleteChains(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT log.id FROM (SELECT id FROM teams UNION ALL SELECT $1::uuid) AS log
       LEFT JOIN audit_chains c ON c.chain_id = log.id WHERE c.is_complete IS NOT TRUE`,
    [installationChain],
  );
  return rows.map(({ id }) => id);
}

/** Links the oldest of them, and returns how many: fewer than `limit` when the chain is complete. */
export async function linkOldEntries(db: Database, chainId: string, limit: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>('SELECT link_audit_entries($1, $2) AS count', [
    chainId,
    limit,
  ]);
  return rows[0]?.count ?? 0;
}

/** All that `work` reads is of one moment, although entries are written meanwhile. */
export function readAtOneMoment<T>(db: Database, work: (connection: Connection) => Promise<T>): Promise<T> {
  return inTransaction(db, async (connection) => {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Hashing what was read may take longer than the pauses of a transaction that locks rows.
    await connection.query("SET LOCAL idle_in_transaction_session_timeout = '10min'");
    return work(connection);
  });
}
