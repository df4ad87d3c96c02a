/**
 * Erases a team: its name, its people, the names of its keys, its glossaries, and the names and addresses in
 * its audit log; also its request log. Its usage stays in the ledger under its id, so totals and ledger audits do not change.
 */
import type { Actor } from '../lib/actor.ts';
import { isUuid } from '../lib/uuid-v7.ts';
import { recordChange } from '../store/postgres/audit-log.ts';
import { type Database, inTransaction } from '../store/postgres/database.ts';
import { eraseIdentity, isErased } from '../store/postgres/erasure.ts';
import { forgetRequests } from '../store/postgres/request-log.ts';
import { readSuspension } from '../store/postgres/suspensions.ts';
import { lockTeam, readTeamName } from '../store/postgres/teams.ts';

export type ErasureOutcome = 'erased' | 'not_found' | 'not_suspended' | 'another_name' | 'already_erased';

/** Irreversible. The team must be suspended and its name given: two steps that nobody takes by accident. */
export async function eraseTeam(
  db: Database,
  teamId: string,
  name: string,
  actor: Actor,
): Promise<ErasureOutcome> {
  if (!isUuid(teamId)) return 'not_found';
  const outcome = await inTransaction<ErasureOutcome>(db, async (connection) => {
    await lockTeam(connection, teamId);
    const suspension = await readSuspension(connection, teamId);
    if (suspension === undefined) return 'not_found';
    if (suspension === null) return 'not_suspended';
    if (await isErased(connection, teamId)) return 'already_erased';
    if ((await readTeamName(connection, teamId)) !== name) return 'another_name';
    await eraseIdentity(connection, teamId);
    await recordChange(connection, actor, { teamId, action: 'team.erased', subjectId: teamId, details: {} });
    return 'erased';
  });
  // In pieces, because a log may have millions of rows. Housekeeping finishes what is interrupted here.
  if (outcome === 'erased') await forgetRequests(db, teamId);
  return outcome;
}
