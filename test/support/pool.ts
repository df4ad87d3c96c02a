import { createLogger } from '../../src/observability/logger.ts';
import { type Database, openDatabase } from '../../src/store/postgres/database.ts';

export const quietLogger = createLogger('silent');

export function openTestPool(url: string, size = 4): Database {
  return openDatabase({ url, size, logger: quietLogger });
}

/** By the address of a database that is dropped after its test file: what seeds it connects once, not once for each row. */
const kept = new Map<string, Database | undefined>();

export function keepPool(url: string): void {
  kept.set(url, undefined);
}

export async function endKeptPool(url: string): Promise<void> {
  await kept.get(url)?.end();
  kept.delete(url);
}

/** On connections that stay open until the test file ends, if its database is one that it drops then. */
export async function withPool<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = kept.get(url) ?? openTestPool(url);
  if (kept.has(url)) {
    kept.set(url, db);
    return work(db);
  }
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}
