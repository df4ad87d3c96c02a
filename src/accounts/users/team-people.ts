/** The members of a team: who they are, their roles, and links to reset their passwords. */
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import * as store from '../../store/postgres/users.ts';
import { makeLink } from './access-links.ts';
import { membersOwnedBy } from './owned-members.ts';
import * as refusals from './refusals.ts';
import type { Session } from './sessions.ts';
import { recordUserChange } from './users.ts';

export type TeamPeople = ReturnType<typeof createTeamPeople>;

export function createTeamPeople(db: Database) {
  return {
    /** `isOwned`: the given user may reset the member's password and end the member's sessions. */
    async list(teamId: string, by: Session) {
      const [members, isOwned] = await Promise.all([
        store.listMembers(db, teamId),
        membersOwnedBy(db, teamId, by),
      ]);
      return members.map((member) => ({ ...member, isOwned: isOwned(member.id) }));
    },
    setRole: (teamId: string, userId: string, role: TeamRole, actor: Actor) =>
      changeMember(db, teamId, userId, async (connection, member) => {
        if (member.role === role) return done(undefined);
        if (await isLastOwner(connection, teamId, member)) return refusals.lastOwner;
        await store.setRole(connection, teamId, userId, role);
        const details = { email: member.email, from: member.role, to: role };
        await recordUserChange(connection, actor, teamId, userId, 'user.role_changed', details);
        return done(undefined);
      }),
    remove: (teamId: string, userId: string, actor: Actor) =>
      changeMember(db, teamId, userId, async (connection, member) => {
        if (await isLastOwner(connection, teamId, member)) return refusals.lastOwner;
        await store.removeMember(connection, teamId, userId);
        const { email, role } = member;
        await recordUserChange(connection, actor, teamId, userId, 'user.removed', { email, role });
        return done(undefined);
      }),
    /** Creates a link with which the user chooses a new password. */
    resetPassword: (teamId: string, userId: string, by: Session, actor: Actor) =>
      changeMember(db, teamId, userId, async (connection, member) => {
        const isOwned = await membersOwnedBy(connection, teamId, by);
        if (!isOwned(member.id)) return refusals.passwordNotYours;
        const { email } = member;
        const link = await makeLink(connection, { teamId, kind: 'password_reset', email, role: null });
        await recordUserChange(connection, actor, teamId, userId, 'user.password_reset', { email });
        return done(link);
      }),
  };
}

async function changeMember<T>(
  db: Database,
  teamId: string,
  userId: string,
  change: (connection: Connection, member: store.MemberRow) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!isUuid(userId)) return refusals.noMember;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    const member = (await store.listMembers(connection, teamId)).find(({ id }) => id === userId);
    return member === undefined ? refusals.noMember : change(connection, member);
  });
}

async function isLastOwner(
  connection: Connection,
  teamId: string,
  { id, role }: store.MemberRow,
): Promise<boolean> {
  if (role !== 'owner') return false;
  const members = await store.listMembers(connection, teamId);
  return !members.some((other) => other.role === 'owner' && other.id !== id);
}
