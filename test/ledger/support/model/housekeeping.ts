/** The jobs that the service runs now and then, as one: all that the sequences know of how retention is done. */
import { createExpiredKeys } from '../../../../src/accounts/expired-keys.ts';
import type { Database } from '../../../../src/store/postgres/database.ts';
import { deleteDocument, expiredDocuments } from '../../../../src/store/postgres/documents.ts';
import { releaseExpiredHolds } from '../../../../src/store/postgres/holds.ts';
import { tendBooks } from '../../../support/tend-books.ts';
import type { ModelClosing } from './model.ts';
import { monthOf, nameOfDay } from './times.ts';

const all = 1_000;

/** Ends what has expired, closes the hours that are over, and drops the calls that are older than so many full months. */
export async function runHousekeeping(db: Database, monthsKept: number | undefined): Promise<void> {
  await createExpiredKeys(db).run(new AbortController().signal);
  await releaseExpiredHolds(db, all);
  for (const { teamId, id } of await expiredDocuments(db, all)) await deleteDocument(db, teamId, id);
  await tendBooks(db, monthsKept);
}

/** The totals of closed hours, by the month of the charge. */
export async function readClosings(db: Database, teamId: string): Promise<[month: string, ModelClosing][]> {
  const { rows } = await db.query<ModelClosing & { month: string }>(
    `SELECT month::text, sum(calls)::int AS calls, sum(characters)::int AS characters, sum(from_quota)::int AS "fromQuota",
            sum(from_credit)::int AS "fromCredit"
       FROM ledger_closings WHERE team_id = $1 GROUP BY month ORDER BY month`,
    [teamId],
  );
  return rows.map(({ month, ...closing }) => [month, closing]);
}

export function expectedClosings(closings: ReadonlyMap<number, ModelClosing>): [string, ModelClosing][] {
  return [...closings]
    .toSorted(([a], [b]) => a - b)
    .map(([month, closing]) => [nameOfDay(monthOf(month)), closing]);
}
