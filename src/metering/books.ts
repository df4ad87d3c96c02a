/** What operators do with the books: prove that they balance, look a call up. */
import { isUuid } from '../lib/uuid-v7.ts';
import type { Database } from '../store/postgres/database.ts';
import { auditChecks, type Disagreement, findDisagreements } from '../store/postgres/ledger-audit.ts';
import { type CallRow, findCall } from '../store/postgres/usage.ts';

export async function auditLedger(
  db: Database,
): Promise<{ checks: readonly string[]; disagreements: Disagreement[] }> {
  return { checks: auditChecks, disagreements: await findDisagreements(db) };
}

export async function lookUpCall(db: Database, id: string): Promise<CallRow | undefined> {
  return isUuid(id) ? findCall(db, id) : undefined;
}
