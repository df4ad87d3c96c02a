/** Invitations to a team: links that an owner hands on, and takes back while nobody used them. */
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
  /** Those that can still be accepted, the newest first. Their links were shown once, and are not here. */
  list(teamId: string): Promise<store.InvitationRow[]>;
  invite(teamId: string, email: string, role: TeamRole, actor: Actor): Promise<NewLink>;
  /** From then on its link is worth nothing. */
  revoke(teamId: string, id: string, actor: Actor): Promise<Outcome<undefined>>;
}

const notOpen = refused(
  'not_found',
  'Your team has no open invitation with this id. It may have been accepted, revoked, or too old.',
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
        // Whoever accepts it at this moment holds the same lock: it is accepted or revoked, never both.
        await lockTeam(connection, teamId);
        const ended = await store.endInvitation(connection, teamId, id);
        if (ended === undefined) return notOpen;
        await recordUserChange(connection, actor, teamId, ended.email, 'user.invitation_revoked', ended);
        return done(undefined);
      });
    },
  };
}
