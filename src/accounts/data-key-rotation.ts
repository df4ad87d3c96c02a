/**
 * Changes the data key that wraps the secrets in Postgres. The secrets themselves do not change, so
 * everything they decrypt stays readable. Running nodes are not affected as long as they have both keys.
 */
import { type DataKeys, namedKeyId } from '../lib/data-keys.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import {
  type BoundRow,
  beforeFirstId,
  deleteWrappedRows,
  readWrappedRows,
  type WrappedColumn,
  wrappedColumns,
  writeWrappedRows,
} from '../store/postgres/wrapped-secrets.ts';

/** Rows locked at a time, for a few milliseconds. A call that needs one of them waits that long. */
const batchSize = 200;

/** This process has the key of an `older` secret, but not the key of an `unreadable` one. */
export type KeyUse = 'current' | 'older' | 'unreadable';

export interface KeyCount {
  readonly table: string;
  /** Null if the wrapping key cannot be determined. */
  readonly keyId: string | null;
  readonly use: KeyUse;
  readonly secrets: number;
}

/** Counts the secrets by the key that wraps them. Without keys, all are unreadable. */
export async function countByDataKey(db: Database, keys: DataKeys | undefined): Promise<KeyCount[]> {
  const counts = new Map<string, KeyCount>();
  const options = { header: Buffer.alloc(0), limit: 1_000, forUpdate: false };
  for (const column of wrappedColumns) {
    let afterId = beforeFirstId;
    for (;;) {
      const rows = await readWrappedRows(db, column, { ...options, afterId });
      for (const row of rows) addTo(counts, column, row, keys);
      const last = rows.at(-1);
      if (last === undefined) break;
      afterId = last.id;
    }
  }
  return [...counts.values()];
}

function addTo(
  counts: Map<string, KeyCount>,
  { table }: WrappedColumn,
  { wrapped, context }: BoundRow,
  keys: DataKeys | undefined,
): void {
  const isOpen = keys?.unwrap(wrapped, context) !== undefined;
  const keyId = (keys ? keys.keyIdOf(wrapped, context) : namedKeyId(wrapped)) ?? null;
  const use = !isOpen ? 'unreadable' : keyId === keys?.currentId ? 'current' : 'older';
  const name = `${table} ${keyId} ${use}`;
  counts.set(name, { table, keyId, use, secrets: (counts.get(name)?.secrets ?? 0) + 1 });
}

export interface Rotation {
  readonly rewrapped: number;
  /** Left unchanged because this process does not have their key; excludes the dropped ones. */
  readonly unreadable: number;
  readonly dropped: number;
}

/**
 * Rewraps, in batches, every secret that the current key does not wrap. It can be run again, run concurrently
 * and interrupted: committed batches stay. `dropUnreadable` deletes secrets that no key opens if they can be
 * created again.
 */
export async function rotateDataKey(
  db: Database,
  keys: DataKeys,
  { dropUnreadable = false } = {},
): Promise<Rotation> {
  const total = { rewrapped: 0, unreadable: 0, dropped: 0 };
  for (const column of wrappedColumns) {
    let afterId: string | undefined = beforeFirstId;
    while (afterId !== undefined) {
      const batch = await rotateBatch(db, keys, column, afterId, dropUnreadable);
      total.rewrapped += batch.rewrapped;
      total.unreadable += batch.unreadable;
      total.dropped += batch.dropped;
      afterId = batch.lastId;
    }
  }
  return total;
}

function rotateBatch(
  db: Database,
  keys: DataKeys,
  column: WrappedColumn,
  afterId: string,
  dropUnreadable: boolean,
): Promise<Rotation & { lastId: string | undefined }> {
  return inTransaction(db, async (connection) => {
    const options = { afterId, header: keys.currentHeader, limit: batchSize, forUpdate: true };
    const rows = await readWrappedRows(connection, column, options);
    const unreadable: string[] = [];
    const rewrappedRows = rows.flatMap(({ id, wrapped, context }) => {
      const secret = keys.unwrap(wrapped, context);
      if (secret !== undefined) return { id, wrapped: keys.wrap(secret, context) };
      unreadable.push(id);
      return [];
    });
    await writeWrappedRows(connection, column, rewrappedRows);
    const dropped = dropUnreadable && column.isReplaceable ? unreadable : [];
    await deleteWrappedRows(connection, column, dropped);
    const counts = { rewrapped: rewrappedRows.length, unreadable: unreadable.length - dropped.length };
    return { ...counts, dropped: dropped.length, lastId: rows.at(-1)?.id };
  });
}
