/** Prepaid characters: given and taken back by operators, each time with a reason for the books. */
import type { Actor } from '../lib/actor.ts';
import { done, type Outcome, refused } from '../lib/outcome.ts';
import { isUuid, uuidV7 } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction, isCheckViolation } from '../store/postgres/database.ts';
import { addCredit } from '../store/postgres/ledger.ts';

export interface NewCredit {
  readonly teamId: string;
  /** Less than 0 takes credit back. */
  readonly amount: number;
  readonly reason: string;
}

export interface GivenCredit {
  readonly entry: string;
  /** The team's credit afterwards. */
  readonly credit: number;
}

const noTeam = refused('not_found', 'There is no team with this id.');
const notEnough = refused(
  'conflict',
  'The team does not have that much credit. Take back no more than is left.',
);

/** It counts for the very next call. */
export async function giveCredit(
  db: Database,
  credit: NewCredit,
  actor: Actor,
): Promise<Outcome<GivenCredit>> {
  const { teamId, amount, reason } = credit;
  if (!isUuid(teamId)) return noTeam;
  const entry = uuidV7();
  const author = authorOf(actor);
  try {
    return await inTransaction(db, async (connection) => {
      const left = await addCredit(connection, { teamId, amount, reason, author, id: entry });
      if (left === undefined) return noTeam;
      const details = { characters: amount, reason, credit_left: left };
      await recordChange(connection, actor, { teamId, action: 'credit.added', subjectId: entry, details });
      return done({ entry, credit: left });
    });
  } catch (error) {
    // No credit goes below zero: the table itself sees to that.
    if (isCheckViolation(error)) return notEnough;
    throw error;
  }
}

/** As the books name whoever gave it. */
function authorOf(actor: Actor): string {
  const name = actor.type === 'key' ? `key ${actor.id}` : actor.name;
  return (actor.type === 'command_line' ? `command line (${name})` : name).slice(0, maxAuthorLength);
}

/** What the books have room for. */
const maxAuthorLength = 200;
