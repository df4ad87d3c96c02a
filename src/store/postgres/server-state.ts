/** The Postgres server behind the connection, and the standbys that follow it, as the server itself reports them. */
import type { Database } from './database.ts';

export interface PostgresState {
  readonly version: string;
  /** Null on a Unix socket. Behind a balancer, the address of the server that it chose. */
  readonly address: string | null;
  readonly port: number | null;
  /** `cluster_name`, which Patroni and Debian set. */
  readonly clusterName: string | null;
  readonly startedAt: Date;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** Whether commits wait for a standby. */
  readonly isSynchronous: boolean;
  /** Without this privilege, the server says only how many standbys there are. */
  readonly maySeeStandbys: boolean;
  readonly standbyCount: number;
  readonly standbys: readonly Standby[];
}

export interface Standby {
  readonly name: string | null;
  readonly address: string | null;
  /** `streaming` if it follows; null without the privilege. */
  readonly state: string | null;
  readonly syncState: string | null;
  /** What it has not written to its disk yet. */
  readonly lagBytes: number | null;
  /** Null if nothing was written lately. */
  readonly lagMs: number | null;
}

/** More is not readable, and no cluster has more. */
const maxStandbys = 20;

/** A base backup in progress is also a connection for replication, and no standby. */
const isStandby = `state IS DISTINCT FROM 'backup'`;

export async function readPostgresState(db: Database): Promise<PostgresState> {
  const { rows } = await db.query<PostgresState>(
    `SELECT current_setting('server_version') AS version, host(inet_server_addr()) AS address,
            inet_server_port() AS port, nullif(current_setting('cluster_name'), '') AS "clusterName",
            pg_postmaster_start_time() AS "startedAt", pg_is_in_recovery() AS "isStandby",
            current_setting('transaction_read_only')::boolean AS "isReadOnly",
            current_setting('synchronous_standby_names') <> '' AS "isSynchronous",
            pg_has_role('pg_read_all_stats', 'USAGE') AS "maySeeStandbys",
            (SELECT count(*)::int FROM pg_stat_replication WHERE ${isStandby}) AS "standbyCount",
            ARRAY(SELECT json_build_object(
                    'name', application_name, 'address', host(client_addr), 'state', state, 'syncState', sync_state,
                    -- A standby has no position of its own to compare with; without the privilege, flush_lsn is null.
                    'lagBytes', CASE WHEN pg_is_in_recovery() OR flush_lsn IS NULL THEN NULL
                                     ELSE greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)) END,
                    'lagMs', round(extract(epoch FROM flush_lag) * 1000))
                    FROM pg_stat_replication WHERE ${isStandby}
                   ORDER BY sync_state = 'sync' DESC, sync_state = 'quorum' DESC, application_name LIMIT ${maxStandbys}) AS standbys`,
  );
  const [state] = rows;
  if (state === undefined) throw new Error('the server did not describe itself');
  return state;
}
