/** The members of a team: who they are, their roles, and links to reset their passwords. */
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import * as store from '../../store/postgres/users.ts';
import { makeLink, type NewLink } from './access-links.ts';
import { membersOwnedBy } from './owned-members.ts';
import type { Session } from './sessions.ts';
import { recordUserChange } from './users.ts';

export interface TeamPeople {
  /** `isOwned`: the given user may reset the member's password and end the member's sessions. */
  list(teamId: string, by: Session): Promise<(store.MemberRow & { isOwned: boolean })[]>;
  setRole(teamId: string, userId: string, role: TeamRole, actor: Actor): Promise<Outcome<undefined>>;
  remove(teamId: string, userId: string, actor: Actor): Promise<Outcome<undefined>>;
  /** Creates a link with which the user chooses a new password. */
  resetPassword(teamId: string, userId: string, by: Session, actor: Actor): Promise<Outcome<NewLink>>;
}

const notFound = refused('not_found', 'Nobody in your team has this id.');
const lastOwner = refused(
  'conflict',
  'This is the last owner of the team. Make somebody else an owner first.',
);
const notYours = refused(
  'forbidden',
  'This user also belongs to other teams, or is an operator. Ask an operator for a new password.',
);

export function createTeamPeople(db: Database): TeamPeople {
  return {
    async list(teamId, by) {
      const [members, isOwned] = await Promise.all([
        store.listMembers(db, teamId),
        membersOwnedBy(db, teamId, by),
      ]);
      return members.map((member) => ({ ...member, isOwned: isOwned(member.id) }));
    },
    setRole: (teamId, userId, role, actor) =>
      changeMember(db, teamId, userId, async (connection, member) => {
        if (member.role === role) return done(undefined);
        if (await isLastOwner(connection, teamId, member)) return lastOwner;
        await store.setRole(connection, teamId, userId, role);
        const details = { email: member.email, from: member.role, to: role };
        await recordUserChange(connection, actor, teamId, userId, 'user.role_changed', details);
        return done(undefined);
      }),
    remove: (teamId, userId, actor) =>
      changeMember(db, teamId, userId, async (connection, member) => {
        if (await isLastOwner(connection, teamId, member)) return lastOwner;
        await store.removeMember(connection, teamId, userId);
        const { email, role } = member;
        await recordUserChange(connection, actor, teamId, userId, 'user.removed', { email, role });
        return done(undefined);
      }),
    resetPassword: (teamId, userId, by, actor) =>
      changeMember(db, teamId, userId, async (connection, member) => {
        const isOwned = await membersOwnedBy(connection, teamId, by);
        if (!isOwned(member.id)) return notYours;
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
  if (!isUuid(userId)) return notFound;
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, teamId);
    const member = (await store.listMembers(connection, teamId)).find(({ id }) => id === userId);
    return member === undefined ? notFound : change(connection, member);
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
