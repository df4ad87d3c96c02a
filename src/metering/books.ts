/** What operators do with the books: prove that they balance, look a call up. */
import { isUuid } from '../lib/uuid-v7.ts';
import type { Database } from '../store/postgres/database.ts';
import { type Audit, auditBooks, replaceFindings } from '../store/postgres/ledger-audit.ts';
import { closeNextHours } from '../store/postgres/ledger-closing.ts';
import { type CallRow, findCall } from '../store/postgres/usage.ts';

/**
 * Closes the hours that are over first, so that each of them is read once, whoever audits and however often.
 * `everything` reads all of them again.
 */
export async function auditLedger(db: Database, everything: boolean): Promise<Audit> {
  while ((await closeNextHours(db)) === 'closed') {
    // A day at a time at most, so that none of them keeps an old snapshot for long.
  }
  const { reread, ...audit } = await auditBooks(db, everything);
  if (reread !== undefined) await replaceFindings(db, reread);
  return audit;
}

export async function lookUpCall(db: Database, id: string): Promise<CallRow | undefined> {
  return isUuid(id) ? findCall(db, id) : undefined;
}
