/** Invitations to a team: links that an owner passes on, and can revoke until they are used. */
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import * as store from '../../store/postgres/access-links.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import { refuseErased } from '../erased-team.ts';
import { makeLink, type NewLink } from './access-links.ts';
import { recordUserChange } from './users.ts';

export interface TeamInvitations {
  /** The invitations that can still be accepted, newest first. Their links are shown only on creation. */
  list(teamId: string): Promise<store.InvitationRow[]>;
  invite(teamId: string, email: string, role: TeamRole, actor: Actor): Promise<NewLink>;
  /** The link stops working at once. */
  revoke(teamId: string, id: string, actor: Actor): Promise<Outcome<undefined>>;
}

const notOpen = refused(
  'not_found',
  'Your team has no open invitation with this id. It may have been accepted or revoked, or it may have expired.',
);

export function createTeamInvitations(db: Database): TeamInvitations {
  return {
    list: (teamId) => store.listOpenInvitations(db, teamId),
    invite: (teamId, email, role, actor) =>
      inTransaction(db, async (connection) => {
        await lockTeam(connection, teamId);
        await refuseErased(connection, teamId);
        const link = await makeLink(connection, { teamId, kind: 'invitation', email, role });
        await recordUserChange(connection, actor, teamId, email, 'user.invited', { email, role });
        return link;
      }),
    async revoke(teamId, id, actor) {
      if (!isUuid(id)) return notOpen;
      return inTransaction(db, async (connection) => {
        // Accepting takes the same lock, so an invitation is either accepted or revoked, never both.
        await lockTeam(connection, teamId);
        const ended = await store.endInvitation(connection, teamId, id);
        if (ended === undefined) return notOpen;
        await recordUserChange(connection, actor, teamId, ended.email, 'user.invitation_revoked', ended);
        return done(undefined);
      });
    },
  };
}
