/** Invitations to a team: links that an owner passes on, and can revoke until they are used. */
import type { Actor, UserActor } from '../../lib/actor.ts';
import { done } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import * as store from '../../store/postgres/access-links.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import { refuseErased } from '../erased-team.ts';
import { makeLink } from './access-links.ts';
import { noInvitation } from './refusals.ts';
import { recordUserChange } from './users.ts';

export type TeamInvitations = ReturnType<typeof createTeamInvitations>;

export function createTeamInvitations(db: Database) {
  return {
    /** The invitations that can still be accepted, newest first. Their links are shown only on creation. */
    list: (teamId: string) => store.listOpenInvitations(db, teamId),
    invite: (teamId: string, email: string, role: TeamRole, actor: UserActor) =>
      inTransaction(db, async (connection) => {
        await lockTeam(connection, teamId);
        await refuseErased(connection, teamId);
        const made = await makeLink(connection, {
          teamId,
          kind: 'invitation',
          email,
          role,
          madeBy: actor.id,
        });
        if (!made.ok) return made;
        await recordUserChange(connection, actor, teamId, email, 'user.invited', { email, role });
        return made;
      }),
    /** The link stops working at once. */
    async revoke(teamId: string, id: string, actor: Actor) {
      if (!isUuid(id)) return noInvitation;
      return inTransaction(db, async (connection) => {
        // Accepting takes the same lock, so an invitation is either accepted or revoked, never both.
        await lockTeam(connection, teamId);
        const ended = await store.endInvitation(connection, teamId, id);
        if (ended === undefined) return noInvitation;
        await recordUserChange(connection, actor, teamId, ended.email, 'user.invitation_revoked', ended);
        return done(undefined);
      });
    },
  };
}
