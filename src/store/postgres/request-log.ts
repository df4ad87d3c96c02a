/** The request log: written in batches, and read newest first. Rows have no text, no key and no address. */
import { integerArray, smallintArray, textArray, uuidArray } from './binary-array.ts';
import type { Database } from './database.ts';
import { isCheckViolation, isUniqueViolation } from './database-errors.ts';

/** A row to write. One row may stand for several calls. */
export interface RequestRow {
  readonly teamId: string;
  readonly id: string;
  readonly requestId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly kind: string;
  readonly mode?: string | undefined;
  readonly dialect?: string | undefined;
  readonly sources: readonly string[];
  readonly target?: string | undefined;
  readonly engines: readonly string[];
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly characters: number;
  readonly durationMs?: number | undefined;
  readonly calls: number;
}

type Rows = readonly RequestRow[];

/** Each column with the type and the array of its values. Lists are joined: arrays of arrays must be even. */
const columns: readonly [name: string, type: string, write: (rows: Rows) => Buffer][] = [
  ['team_id', 'uuid', (rows) => uuidArray(rows.map((row) => row.teamId))],
  ['id', 'uuid', (rows) => uuidArray(rows.map((row) => row.id))],
  ['request_id', 'uuid', (rows) => uuidArray(rows.map((row) => row.requestId))],
  ['key_id', 'uuid', (rows) => uuidArray(rows.map((row) => row.keyId))],
  ['kind', 'text', (rows) => textArray(rows.map((row) => row.kind))],
  ['mode', 'text', (rows) => textArray(rows.map((row) => row.mode))],
  ['dialect', 'text', (rows) => textArray(rows.map((row) => row.dialect))],
  ['source_langs', 'text', (rows) => textArray(rows.map((row) => row.sources.join(' ')))],
  ['target_lang', 'text', (rows) => textArray(rows.map((row) => row.target))],
  ['engines', 'text', (rows) => textArray(rows.map((row) => row.engines.join(' ')))],
  ['status', 'smallint', (rows) => smallintArray(rows.map((row) => row.status))],
  ['code', 'text', (rows) => textArray(rows.map((row) => row.code))],
  ['characters', 'integer', (rows) => integerArray(rows.map((row) => row.characters))],
  ['duration_ms', 'integer', (rows) => integerArray(rows.map((row) => row.durationMs))],
  ['calls', 'integer', (rows) => integerArray(rows.map((row) => row.calls))],
];
const names = columns.map(([name]) => name);
const lists = new Set(['source_langs', 'engines']);

/** The smallest id of a time. As a query, it is worked out once for all rows. */
const idAt = (time: string) =>
  `(SELECT (lpad(to_hex((extract(epoch FROM ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid)`;
const today = "date_trunc('day', now(), 'UTC')";

/**
 * The id, or the same id with the time of the database. The clock of a node may be wrong: a row of next week would be the newest
 * of its team until then, so that nobody sees the calls that follow, and a row of no day at all would fail its batch.
 */
const datedFrom = (oldest: string) =>
  `CASE WHEN r.id >= ${oldest} AND r.id < ${idAt("now() + interval '1 minute'")} THEN r.id
        ELSE (left(${idAt('now()')}::text, 13) || substr(r.id::text, 14))::uuid END`;

/**
 * One statement. The commit does not wait for the disk, because a crash of the database may lose the last rows of a log, and a
 * commit that waits delays charges. Rows of a team that was erased meanwhile are left out. The arrays are opened side by side in
 * the list of columns: in FROM, Postgres would first store each of them as a table.
 */
const insertRows = (id: string) => `
  INSERT INTO request_log (${names.join(', ')})
  SELECT ${names.map((name) => (name === 'id' ? id : lists.has(name) ? `string_to_array(${name}, ' ')` : name)).join(', ')}
    FROM (SELECT ${columns.map(([name, type], i) => `unnest($${i + 1}::${type}[]) AS ${name}`).join(', ')}) AS r
   WHERE (SELECT set_config('synchronous_commit', 'off', true)) = 'off'
     AND NOT EXISTS (SELECT FROM team_balances b WHERE b.team_id = r.team_id AND b.erased_at IS NOT NULL)`;

/** Rows that waited for the database keep their time, however long they waited. */
const withTheirTime = insertRows(datedFrom(`'${'0'.repeat(32)}'`));
const insert = { name: 'insert-requests', text: withTheirTime };
const insertMissing = { name: 'insert-missing-requests', text: `${withTheirTime} ON CONFLICT DO NOTHING` };
const insertFromToday = {
  name: 'insert-requests-from-today',
  text: `${insertRows(datedFrom(idAt(today)))} ON CONFLICT DO NOTHING`,
};

/** A batch may be written again after a lost connection: rows that are there already stay. */
export async function insertRequests(db: Database, rows: Rows): Promise<void> {
  const values = columns.map(([, , write]) => write(rows));
  try {
    // Without ON CONFLICT, which would make every row a third more expensive for the few that are there already.
    await db.query({ ...insert, values }).catch((error) => {
      if (!isUniqueViolation(error)) throw error;
      return db.query({ ...insertMissing, values });
    });
  } catch (error) {
    // There is no partition for today if housekeeping has failed for days, or has not run since the start; and none for a day
    // that is long past, which only a wrong clock writes.
    if (!isCheckViolation(error)) throw error;
    await makeRequestLogPartitions(db, 1);
    await db.query({ ...insertFromToday, values });
  }
}

export async function makeRequestLogPartitions(db: Database, daysAhead: number): Promise<void> {
  await db.query('SELECT make_request_log_partitions($1)', [daysAhead]);
}

const rowsAtOnce = 10_000;

/** Deletes the log of a team, or of all teams that were erased lately, in pieces. */
export async function forgetRequests(db: Database, teamId?: string): Promise<void> {
  const teams =
    teamId === undefined
      ? `(SELECT team_id FROM team_balances WHERE erased_at > now() - interval '2 days' AND $1::uuid IS NULL)`
      : '($1::uuid)';
  for (;;) {
    const { rowCount } = await db.query(
      `DELETE FROM request_log r USING (
         SELECT team_id, id FROM request_log WHERE team_id IN ${teams} LIMIT ${rowsAtOnce}) AS gone
        WHERE r.team_id = gone.team_id AND r.id = gone.id`,
      [teamId],
    );
    if ((rowCount ?? 0) < rowsAtOnce) return;
  }
}
