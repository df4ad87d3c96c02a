import type { Database } from '../../src/store/postgres/database.ts';
import { auditBooks } from '../../src/store/postgres/ledger-audit.ts';
import type { Disagreement } from '../../src/store/postgres/ledger-findings.ts';

/** What an audit of everything finds. It closes nothing. */
export async function findDisagreements(db: Database): Promise<Disagreement[]> {
  return (await auditBooks(db, true)).disagreements;
}
