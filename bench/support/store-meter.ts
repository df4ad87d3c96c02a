/** What calls cost the stores besides processor time: the log of Postgres and its syncs, commands and memory of Redis. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '../../src/store/postgres/database.ts';

const run = promisify(execFile);

export interface StoreUse {
  readonly walBytes: number;
  /** How often the log was made sure to be on disk: once for all commits that wait at that moment. */
  readonly syncs: number;
  readonly redisCommands: number;
}

interface Marks {
  readonly lsn: string;
  readonly syncs: number;
  readonly redisCommands: number;
}

export async function startStoreMeter(db: Database, redisPort: number): Promise<() => Promise<StoreUse>> {
  const before = await readMarks(db, redisPort);
  return async () => {
    const after = await readMarks(db, redisPort);
    const { rows } = await db.query<{ bytes: string }>('SELECT pg_wal_lsn_diff($1, $2) AS bytes', [
      after.lsn,
      before.lsn,
    ]);
    return {
      walBytes: Number(rows[0]?.bytes),
      syncs: after.syncs - before.syncs,
      redisCommands: after.redisCommands - before.redisCommands,
    };
  };
}

async function readMarks(db: Database, redisPort: number): Promise<Marks> {
  const { rows } = await db.query<{ lsn: string; syncs: string }>(
    'SELECT pg_current_wal_lsn() AS lsn, (SELECT wal_sync FROM pg_stat_wal) AS syncs',
  );
  return {
    lsn: rows[0]?.lsn ?? '',
    syncs: Number(rows[0]?.syncs),
    redisCommands: await redisFigure(redisPort, 'stats', 'total_commands_processed'),
  };
}

export async function redisFigure(port: number, section: string, name: string): Promise<number> {
  const { stdout } = await run('redis-cli', ['-p', String(port), 'info', section]);
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(stdout)?.[1]);
}

export async function redisKeys(port: number): Promise<number> {
  const { stdout } = await run('redis-cli', ['-p', String(port), 'dbsize']);
  return Number(/\d+/.exec(stdout)?.[0]);
}

/** Bytes that a row of this table takes, with its part of the indexes; partitions count together. */
export async function bytesPerRow(
  db: Database,
  table: 'calls' | 'usage_hourly' | 'api_keys',
): Promise<number> {
  const { rows } = await db.query<{ bytes: string; rows: string }>(
    `SELECT coalesce((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('${table}') WHERE isleaf),
                     pg_total_relation_size('${table}')) AS bytes,
            (SELECT count(*) FROM ${table}) AS rows`,
  );
  return Number(rows[0]?.bytes) / Number(rows[0]?.rows);
}
