/**
 * Steps that a migration needs before its own transaction: indexes of large tables, built while calls are
 * served, and a charge function that works with the tables of both versions. They may be interrupted at any
 * point and are then repeated.
 */
import type { Connection } from './database.ts';

type Session = Pick<Connection, 'query'>;

type Preparation = (connection: Session) => Promise<void>;

const preparations: Readonly<Record<string, Preparation>> = {
  '0018_partitions-of-calls': async (connection) => {
    const { rows } = await connection.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'calls'::regclass",
    );
    const indexes = rows.map(({ name }) => `INDEX ${name}_by_time ON ${name} USING brin (charged_at)`);
    await makeIndexes(connection, indexes);
  },
  '0019_tables-for-growth': async (connection) => {
    // Before the indexes: building one waits until every older transaction has ended.
    await chargeOnBothVersions(connection);
    await connection.query(
      `ALTER TABLE usage_hourly ADD COLUMN IF NOT EXISTS dialect text NOT NULL DEFAULT '',
                                ADD COLUMN IF NOT EXISTS tag text NOT NULL DEFAULT ''`,
    );
    await makeIndexes(connection, [
      `UNIQUE INDEX usage_hourly_by_all
         ON usage_hourly (team_id, hour, key_id, mode, source_lang, target_lang, engine, dialect, tag)`,
      'INDEX usage_hourly_by_hour ON usage_hourly USING brin (hour)',
      'INDEX idempotency_keys_by_key ON idempotency_keys (team_id, key_hmac)',
      'INDEX refused_calls_by_minute ON refused_calls USING brin (minute)',
    ]);
    await checkUsage(connection);
  },
  '0030_usage-by-day': (connection) =>
    makeIndexes(connection, ['INDEX usage_daily_by_day ON usage_daily (day)']),
  '0031_processes-and-audit-logs': (connection) =>
    makeIndexes(connection, ['INDEX audit_log_by_id ON audit_log (id)']),
};

/**
 * A charge that waits for a table that the migration holds continues with the function it began with, on the
 * new tables. Those have different unique keys, which `ON CONFLICT` would not find, so the call would be
 * refused.
 */
async function chargeOnBothVersions(connection: Session): Promise<void> {
  const { rows } = await connection.query<{ source: string }>(
    "SELECT pg_get_functiondef('charge_calls'::regproc) AS source",
  );
  const source = rows[0]?.source ?? '';
  const keyConflict = /\s+ON CONFLICT \(team_id, key_hmac\) DO UPDATE[^;]+(?=;)/;
  const usageConflict = /ON CONFLICT \(team_id, hour, [^)]+\)/;
  if (!keyConflict.test(source)) return;
  await connection.query(
    source
      .replace(keyConflict, '')
      .replace(
        'INSERT INTO idempotency_keys',
        `DELETE FROM idempotency_keys i WHERE i.team_id = call.team AND i.key_hmac = decode(call.idempotency_hmac, 'hex');
        INSERT INTO idempotency_keys`,
      )
      .replace(usageConflict, 'ON CONFLICT ON CONSTRAINT usage_hourly_pkey'),
  );
}

/**
 * A table that provably holds no rows of a month becomes a partition without being read. The month must not
 * begin before the migration is done, or nothing could be charged: it is at least a month away, and every
 * attempt sets it again.
 */
async function checkUsage(connection: Session): Promise<void> {
  const { rows } = await connection.query<{ name: string; month: string; old: string | null }>(
    `SELECT 'usage_hourly_before_' || to_char(month, 'YYYY_MM') AS name, to_char(month, 'YYYY-MM-DD') AS month,
            (SELECT conname FROM pg_constraint WHERE conname LIKE 'usage_hourly_before_20%') AS old
       FROM (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months' AS month) AS next`,
  );
  const [check] = rows;
  if (check === undefined || check.old === check.name) return;
  const dropped = check.old === null ? '' : `DROP CONSTRAINT ${check.old},`;
  await connection.query(
    `ALTER TABLE usage_hourly ${dropped} ADD CONSTRAINT ${check.name} CHECK (hour < '${check.month} 00:00:00Z') NOT VALID`,
  );
  await connection.query(`ALTER TABLE usage_hourly VALIDATE CONSTRAINT ${check.name}`);
}

/** Safe to repeat. Most migrations need no preparation. */
export async function prepareMigration(connection: Session, name: string): Promise<void> {
  await preparations[name]?.(connection);
}

/** Each entry is the text after `CREATE`, without `CONCURRENTLY`. */
async function makeIndexes(connection: Session, indexes: readonly string[]): Promise<void> {
  const { rows: settings } = await connection.query<{ lock_timeout: string }>('SHOW lock_timeout');
  // Nothing waits behind an index that is built concurrently, so it may wait for long readers.
  await connection.query('SET lock_timeout = 0');
  for (const index of indexes) {
    const name = /INDEX (\w+)/.exec(index)?.[1] ?? '';
    const { rows } = await connection.query<{ isValid: boolean }>(
      'SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)',
      [name],
    );
    if (rows[0]?.isValid) continue;
    if (rows[0] !== undefined) await connection.query(`DROP INDEX CONCURRENTLY ${name}`);
    await connection.query(`CREATE ${index.replace('INDEX', 'INDEX CONCURRENTLY')}`);
  }
  await connection.query(`SET lock_timeout = '${settings[0]?.lock_timeout ?? 0}'`);
}
