/** Ledger operations for operators: audit the ledger, look up a call. */
import { isUuid } from '../lib/uuid-v7.ts';
import type { Database } from '../store/postgres/database.ts';
import { type Audit, auditBooks, replaceFindings } from '../store/postgres/ledger-audit.ts';
import { closeNextHours } from '../store/postgres/ledger-closing.ts';
import { type CallRow, findCall } from '../store/postgres/usage.ts';

/**
 * First closes the hours that are over, so that each hour is read only once, however many audits run.
 * `everything` reads all hours again.
 */
export async function auditLedger(db: Database, everything: boolean): Promise<Audit> {
  while ((await closeNextHours(db)) === 'closed') {
    // At most one day at a time, so that no transaction keeps an old snapshot for long.
  }
  const { reread, ...audit } = await auditBooks(db, everything);
  if (reread !== undefined) await replaceFindings(db, reread);
  return audit;
}

export async function lookUpCall(db: Database, id: string): Promise<CallRow | undefined> {
  return isUuid(id) ? findCall(db, id) : undefined;
}
