/** Every column that holds secrets wrapped by a data key, so that a rotation finds all of them. */
import type { Connection } from './database.ts';

export interface WrappedColumn {
  readonly table: string;
  readonly id: string;
  readonly column: string;
  /** SQL expression for the context with which the secret of a row was wrapped. */
  readonly context: string;
  /** Whether the service generates a new secret if there is none, and losing the old one costs only time. */
  readonly isReplaceable: boolean;
}

export const wrappedColumns: readonly WrappedColumn[] = [
  { table: 'team_secrets', id: 'team_id', column: 'wrapped', context: 'team_id', isReplaceable: true },
  {
    table: 'team_text_keys',
    id: 'team_id',
    column: 'wrapped',
    // Must match stored-texts.ts.
    context: "concat_ws(' ', 'texts', team_id)",
    isReplaceable: false,
  },
  ...['source', 'result'].map((part) => ({
    table: 'documents',
    id: 'id',
    column: `${part}_key`,
    // Must match documents/sealed-files.ts, which wraps them.
    context: `concat_ws(' ', 'document', '${part}', team_id, id)`,
    isReplaceable: false,
  })),
  ...['second_factors', 'app_setups'].map((table) => ({
    table,
    id: 'user_id',
    column: 'wrapped',
    // Must match accounts/second-factor/check-code.ts.
    context: "concat_ws(' ', 'second factor', user_id)",
    isReplaceable: false,
  })),
  ...['secret', 'older_secret'].map((column) => ({
    table: 'event_destinations',
    id: 'id',
    column,
    // Must match events/webhook/secrets.ts.
    context: "concat_ws(' ', 'webhook', id)",
    isReplaceable: false,
  })),
];

export interface WrappedRow {
  readonly id: string;
  readonly wrapped: Buffer;
}

export interface BoundRow extends WrappedRow {
  readonly context: string;
}

/** The smallest possible ID: where to begin. */
export const beforeFirstId = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the next rows after an ID that do not begin with `header`; an empty header selects all rows.
 * `forUpdate` locks them in the order of their IDs, so that concurrent rotations wait for each other and
 * cannot deadlock.
 */
export async function readWrappedRows(
  connection: Pick<Connection, 'query'>,
  { table, id, column, context }: WrappedColumn,
  options: { afterId: string; header: Buffer; limit: number; forUpdate: boolean },
): Promise<BoundRow[]> {
  const { afterId, header, limit, forUpdate } = options;
  const { rows } = await connection.query<BoundRow>(
    `SELECT ${id} AS id, ${column} AS wrapped, ${context} AS context FROM ${table}
      WHERE ${id} > $1 AND ${column} IS NOT NULL
                       AND (octet_length($2::bytea) = 0
                            OR substring(${column} FROM 1 FOR octet_length($2::bytea)) <> $2::bytea)
      ORDER BY ${id} LIMIT $3 ${forUpdate ? 'FOR UPDATE' : ''}`,
    [afterId, header, limit],
  );
  return rows;
}

export async function writeWrappedRows(
  connection: Connection,
  { table, id, column }: WrappedColumn,
  rows: readonly WrappedRow[],
): Promise<void> {
  await connection.query(
    `UPDATE ${table} SET ${column} = anew.wrapped
       FROM unnest($1::uuid[], $2::bytea[]) AS anew (id, wrapped) WHERE ${table}.${id} = anew.id`,
    [rows.map((row) => row.id), rows.map((row) => row.wrapped)],
  );
}

export async function deleteWrappedRows(
  connection: Connection,
  { table, id }: WrappedColumn,
  ids: readonly string[],
): Promise<void> {
  await connection.query(`DELETE FROM ${table} WHERE ${id} = ANY ($1)`, [ids]);
}
