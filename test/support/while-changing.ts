import { expect, vi } from 'vitest';
import { type Connection, type Database, inTransaction } from '../../src/store/postgres/database.ts';

/** The request passes the guard, meets what the change has locked, and goes on when the change is committed. */
export async function whileChanging<T>(
  db: Database,
  change: (connection: Connection) => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  let isAnswered = false;
  const asked = await inTransaction(db, async (connection) => {
    await change(connection);
    const answer = ask().finally(() => {
      isAnswered = true;
    });
    await vi.waitFor(
      async () => {
        const { rowCount } = await db.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        expect(isAnswered || rowCount === 1).toBe(true);
      },
      { timeout: 60_000, interval: 20 },
    );
    return { answer };
  });
  return asked.answer;
}
