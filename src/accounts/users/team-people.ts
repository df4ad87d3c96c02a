/** The members of a team: who they are, their roles, and links to reset their passwords. */
import type { PasswordConfig } from '../../config/single-sign-on.ts';
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import { endLinksFor, endLinksMadeBy, lockLinksOf } from '../../store/postgres/access-links.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { endSessions } from '../../store/postgres/sessions.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import * as store from '../../store/postgres/users.ts';
import { makeLink, type NewLink } from './access-links.ts';
import { membersOwnedBy } from './owned-members.ts';
import * as refusals from './refusals.ts';
import { mayUsePassword, type Session } from './sessions.ts';
import { recordUserChange } from './users.ts';

export type TeamPeople = ReturnType<typeof createTeamPeople>;

export function createTeamPeople(db: Database, passwords: PasswordConfig) {
  return {
    /** `isOwned`: the given user may reset the member's password and end the member's sessions. */
    async list(teamId: string, by: Session) {
      const [members, isOwned] = await Promise.all([
        store.listMembers(db, teamId),
        membersOwnedBy(db, teamId, by),
      ]);
      return members.map(({ hasSecondFactor, ...member }) => {
        const owned = isOwned(member.id);
        // Others need not know whose password is enough to get in.
        return { ...member, isOwned: owned, hasSecondFactor: owned && hasSecondFactor };
      });
    },
    setRole: (teamId: string, userId: string, role: TeamRole, actor: Actor) =>
      changeMember(db, teamId, userId, async (connection, member) => {
        if (member.role === role) return done(undefined);
        if (await isLastOwner(connection, teamId, member)) return refusals.lastOwner;
        await store.setRole(connection, teamId, userId, role);
        // The person may no longer create links, so those that are still open must not work either.
        if (role !== 'owner') await endLinksMadeBy(connection, userId, teamId);
        const details = { email: member.email, from: member.role, to: role };
        await recordUserChange(connection, actor, teamId, userId, 'user.role_changed', details);
        return done(undefined);
      }),
    remove: (teamId: string, userId: string, actor: Actor) =>
      changeMember(db, teamId, userId, async (connection, member) => {
        if (await isLastOwner(connection, teamId, member)) return refusals.lastOwner;
        const { email, role } = member;
        await lockLinksOf(connection, email, userId);
        await store.removeMember(connection, teamId, userId);
        await endLinksMadeBy(connection, userId, teamId);
        await endLinksFor(connection, teamId, email);
        await recordUserChange(connection, actor, teamId, userId, 'user.removed', { email, role });
        return done(undefined);
      }),
    /** Creates a link with which the user chooses a new password. */
    resetPassword: (teamId: string, userId: string, by: Session, actor: Actor) =>
      makeResetLink(db, passwords, teamId, userId, by, false, (connection, { email }) =>
        recordUserChange(connection, actor, teamId, userId, 'user.password_reset', { email }),
      ),
    /**
     * Creates a link with which the user chooses a new password, and that removes the second factor. Until then the factor
     * stays, so that nobody gets in with the old password alone. Sessions end at once: they may be on the lost phone.
     */
    async resetFactor(teamId: string, userId: string, by: Session, actor: Actor) {
      // A session alone must not be enough to get rid of one's own factor.
      if (by.userId === userId) return refusals.ownFactor;
      return makeResetLink(db, passwords, teamId, userId, by, true, async (connection, { email }) => {
        await endSessions(connection, userId);
        await recordUserChange(connection, actor, teamId, userId, 'user.second_factor_reset', { email });
      });
    },
  };
}

function makeResetLink(
  db: Database,
  passwords: PasswordConfig,
  teamId: string,
  userId: string,
  by: Session,
  /** Whether the link also removes the second factor. */
  resetsFactor: boolean,
  onMade: (connection: Connection, member: store.MemberRow) => Promise<void>,
): Promise<Outcome<NewLink>> {
  return changeMember(db, teamId, userId, async (connection, member) => {
    const isOwned = await membersOwnedBy(connection, teamId, by);
    if (!isOwned(member.id)) return refusals.passwordNotYours;
    if (!mayUsePassword(passwords, member)) return refusals.passwordsOff;
    const { email } = member;
    const link = {
      teamId,
      kind: 'password_reset',
      email,
      role: null,
      madeBy: by.userId,
      resetsFactor,
    } as const;
    const made = await makeLink(connection, link);
    if (made.ok) await onMade(connection, member);
    return made;
  });
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
