/** What operators do with the books: add credit, prove that they balance, look a call up. */
import type { Actor } from '../lib/actor.ts';
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { addCredit } from '../store/postgres/ledger.ts';
import { auditChecks, type Disagreement, findDisagreements } from '../store/postgres/ledger-audit.ts';
import { type CallRow, findCall } from '../store/postgres/usage.ts';

export interface NewCredit {
  readonly teamId: string;
  readonly amount: number;
  readonly reason: string;
  readonly author: string;
}

/** The team's credit afterwards, or undefined for an unknown team. It counts for the very next call. */
export async function giveCredit(
  db: Database,
  credit: NewCredit,
  actor: Actor,
): Promise<{ entry: string; credit: number } | undefined> {
  if (!isUuid(credit.teamId)) return undefined;
  const entry = uuidV7();
  const { teamId, amount, reason } = credit;
  return inTransaction(db, async (connection) => {
    const left = await addCredit(connection, { ...credit, id: entry });
    if (left === undefined) return undefined;
    const details = { characters: amount, reason, credit_left: left };
    await recordChange(connection, actor, { teamId, action: 'credit.added', subjectId: entry, details });
    return { entry, credit: left };
  });
}

export async function auditLedger(
  db: Database,
): Promise<{ checks: readonly string[]; disagreements: Disagreement[] }> {
  return { checks: auditChecks, disagreements: await findDisagreements(db) };
}

export async function lookUpCall(db: Database, id: string): Promise<CallRow | undefined> {
  return isUuid(id) ? findCall(db, id) : undefined;
}
