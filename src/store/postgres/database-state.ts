/**
 * Whether the database can take calls now. Being able to read is not enough, because no call is answered that
 * cannot be charged. There are two sources:
 *
 * - The server says whether a transaction that begins now may write. This is one cheap query that detects a
 *   standby, a failover in progress and `default_transaction_read_only` within a second, and it gives the
 *   reason.
 * - The last heartbeat of this node, a real write every second. It detects what the server does not report: a
 *   standby that commits wait for, exhausted transaction IDs, a revoked privilege.
 *
 * Neither detects a full disk, because existing rows can still be updated. Charges then fail, which their own
 * metric shows (`dragoman_charges_total{verdict="unknown"}`).
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
 * The other nodes stop counting this node after the same time. It is longer than a heartbeat may wait for a
 * connection of a busy pool: load alone must not take a node out of rotation.
 */
const maxSilenceMs = 10_000;

/** `silentMs`: time since the last heartbeat was written. */
export function judgeHeartbeat(state: DatabaseState, silentMs: number): DatabaseState {
  if (!state.ok || silentMs <= maxSilenceMs) return state;
  const seconds = Math.floor(silentMs / 1_000);
  return { ok: false, detail: `reachable, but no write has succeeded for ${seconds} s` };
}
