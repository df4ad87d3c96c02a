/** Prepaid characters. Operators grant them and take them back, each time with a reason for the ledger. */
import type { Actor } from '../lib/actor.ts';
import { done, type Outcome } from '../lib/outcome.ts';
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { isCheckViolation } from '../store/postgres/database-errors.ts';
import { addCredit, findCreditEntry, listCreditEntries } from '../store/postgres/ledger.ts';
import { lockTeam } from '../store/postgres/teams.ts';
import { refuseErased } from './erased-team.ts';
import * as refusals from './refusals.ts';

export interface NewCredit {
  readonly teamId: string;
  /** Chosen by the caller, so that it can safely send the request again: an entry is booked only once. */
  readonly entry?: string | undefined;
  /** A negative amount takes credit back. */
  readonly amount: number;
  readonly reason: string;
}

export interface GivenCredit {
  readonly entry: string;
  /** The team's credit afterwards. */
  readonly credit: number;
  /** An earlier request booked the entry; it was not booked again. */
  readonly isRepeated: boolean;
}

/** The credit is available to the next call. */
export async function giveCredit(
  db: Database,
  credit: NewCredit,
  actor: Actor,
): Promise<Outcome<GivenCredit>> {
  const { teamId, amount, reason, entry = uuidV7() } = credit;
  if (!isUuid(teamId)) return refusals.noTeam;
  if (!isUuid(entry)) return refusals.invalidEntryId;
  const author = authorOf(actor);
  try {
    return await inTransaction(db, async (connection) => {
      await lockTeam(connection, teamId);
      await refuseErased(connection, teamId);
      const earlier = await findCreditEntry(connection, teamId, entry);
      if (earlier !== undefined && (earlier.amount !== amount || earlier.reason !== reason))
        return refusals.usedEntryId;
      if (earlier !== undefined) return done({ entry, credit: earlier.creditNow, isRepeated: true });
      const left = await addCredit(connection, { teamId, amount, reason, author, id: entry });
      if (left === undefined) return refusals.noTeam;
      const details = { characters: amount, reason, credit_left: left };
      await recordChange(connection, actor, { teamId, action: 'credit.added', subjectId: entry, details });
      return done({ entry, credit: left, isRepeated: false });
    });
  } catch (error) {
    // A check constraint of the table keeps credit from going below zero.
    if (isCheckViolation(error)) return refusals.notEnoughCredit;
    throw error;
  }
}

/** Newest first. */
export const listCredit = (db: Database, teamId: string) => listCreditEntries(db, teamId);

/** The actor's name in the ledger. */
function authorOf(actor: Actor): string {
  const name = actor.type === 'key' ? `key ${actor.id}` : actor.name;
  return (actor.type === 'command_line' ? `command line (${name})` : name).slice(0, maxAuthorLength);
}

/** The most that the ledger accepts for an author. */
const maxAuthorLength = 200;
