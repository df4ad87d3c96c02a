/**
 * Whether the database takes calls now. Reading is not enough: nothing is answered that can't be charged. Two witnesses:
 *
 * - The server says whether a transaction that begins now may write. That is one cheap query, it finds a standby, a
 *   failover under way and `default_transaction_read_only` within a second, and it knows the reason.
 * - The last heartbeat of this node, a real write every second. It finds what the server does not say of itself: a standby
 *   that commits wait for, transaction ids that have run out, a right that was taken away.
 *
 * Neither finds a disk that is full: rows that are there can still be changed. Then charges fail, and their own metric says
 * so (`dragoman_charges_total{verdict="unknown"}`).
 */
import type { Database } from './database.ts';

export interface DatabaseState {
  readonly ok: boolean;
  /** For operators. */
  readonly detail: string;
}

export async function readDatabaseState(db: Database): Promise<DatabaseState> {
  try {
    const { rows } = await db.query<{ isStandby: boolean; isReadOnly: boolean }>(
      `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
    );
    if (rows[0]?.isStandby) return { ok: false, detail: 'reachable, but read-only: it is a standby' };
    if (rows[0]?.isReadOnly)
      return { ok: false, detail: 'reachable, but read-only: default_transaction_read_only is on' };
    return { ok: true, detail: 'reachable' };
  } catch {
    return { ok: false, detail: 'out of reach' };
  }
}

/**
 * After this long without a heartbeat the other nodes no longer count this one, and longer than a beat may wait for a
 * connection of a busy pool: load alone must not take a node out of rotation.
 */
const mostSilenceMs = 10_000;

/** `silentMs`: how long ago the last heartbeat was written. */
export function judgeHeartbeat(state: DatabaseState, silentMs: number): DatabaseState {
  if (!state.ok || silentMs <= mostSilenceMs) return state;
  const seconds = Math.floor(silentMs / 1_000);
  return { ok: false, detail: `reachable, but no write has succeeded for ${seconds} s` };
}
