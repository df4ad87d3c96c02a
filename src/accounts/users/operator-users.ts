/** All users of the installation, for operators: they end sessions, create links to new passwords and change roles. */
import type { PasswordConfig } from '../../config/single-sign-on.ts';
import type { UserActor } from '../../lib/actor.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import {
  type ListedUser,
  listUsers,
  lockUser,
  type UserFilter,
  type UserPage,
} from '../../store/postgres/all-users.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { recordInstallationChange } from '../../store/postgres/installation-log.ts';
import { findOperator } from '../../store/postgres/operator-roles.ts';
import { endSessions } from '../../store/postgres/sessions.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import { findRole, findUserByEmail, listTeamsOfUser } from '../../store/postgres/users.ts';
import { makeLink, type NewLink } from './access-links.ts';
import { setOperatorRoleBy, type WantedRole } from './operator-roles.ts';
import * as refusals from './refusals.ts';
import { mayUsePassword, type Session } from './sessions.ts';
import { recordInTeamsOf } from './users.ts';

export type { ListedUser, UserFilter, UserPage } from '../../store/postgres/all-users.ts';

export type OperatorUsers = ReturnType<typeof createOperatorUsers>;

export function createOperatorUsers(db: Database, passwords: PasswordConfig) {
  return {
    list: (filter: UserFilter, page: UserPage) => listUsers(db, filter, page),
    /** On every node at once. Operators keep the session that they do it with. */
    endSessions: (userId: string, by: Session, actor: UserActor) =>
      changeUser(db, userId, async (connection, email) => {
        if (!(await mayManage(connection, userId, by))) return refusals.operatorNotYours;
        const ended = await endSessions(connection, userId, by.id);
        if (ended > 0) await record(connection, actor, userId, 'user.signed_out', { email });
        return done({ ended });
      }),
    setOperatorRole: (userId: string, wanted: WantedRole, by: Session, actor: UserActor) =>
      setOperatorRoleBy(db, userId, wanted, by, actor),
    resetPassword: (userId: string, actor: UserActor) =>
      makeResetLink(db, passwords, userId, actor, false, (connection, email) =>
        record(connection, actor, userId, 'user.password_reset', { email }),
      ),
    /** As an owner does it: see team-people.ts. */
    async resetFactor(userId: string, actor: UserActor) {
      if (actor.id === userId) return refusals.ownFactor;
      return makeResetLink(db, passwords, userId, actor, true, async (connection, email) => {
        await endSessions(connection, userId);
        await record(connection, actor, userId, 'user.second_factor_reset', { email });
      });
    },
  };
}

const usersPerPage = 1_000;

/** By address. `search` is a part of it. */
export async function listAllUsers(db: Database, search?: string): Promise<ListedUser[]> {
  const users: ListedUser[] = [];
  for (let after: string | undefined; ; after = users.at(-1)?.email) {
    const page = await listUsers(db, { search }, { limit: usersPerPage, after });
    users.push(...page);
    if (page.length < usersPerPage) return users;
  }
}

/** A link belongs to a team, so a user without one gets a new password on the command line. */
async function makeResetLink(
  db: Database,
  passwords: PasswordConfig,
  userId: string,
  actor: UserActor,
  /** Whether the link also removes the second factor. */
  resetsFactor: boolean,
  onMade: (connection: Connection, email: string) => Promise<void>,
): Promise<Outcome<NewLink>> {
  const [team] = isUuid(userId) ? await listTeamsOfUser(db, userId) : [];
  return changeUser(
    db,
    userId,
    async (connection, email) => {
      // The user may have left the team before it was locked.
      const role = team && (await findRole(connection, team.id, userId));
      if (team === undefined || role === undefined) return refusals.noTeamForLink;
      const user = await findUserByEmail(connection, email);
      if (user === undefined || !mayUsePassword(passwords, user)) return refusals.passwordsOff;
      const link = { teamId: team.id, email, role: null, madeBy: actor.id, resetsFactor };
      const made = await makeLink(connection, { ...link, kind: 'password_reset' });
      if (made.ok) await onMade(connection, email);
      return made;
    },
    team?.id,
  );
}

/** Only a full operator touches operators. */
async function mayManage(connection: Connection, userId: string, by: Session): Promise<boolean> {
  if (by.operatorRole === 'full') return true;
  return (await findOperator(connection, { id: userId }))?.operatorRole === null;
}

async function changeUser<T>(
  db: Database,
  userId: string,
  change: (connection: Connection, email: string) => Promise<Outcome<T>>,
  lockedTeam?: string,
): Promise<Outcome<T>> {
  if (!isUuid(userId)) return refusals.noUser;
  return inTransaction(db, async (connection) => {
    if (lockedTeam !== undefined) await lockTeam(connection, lockedTeam);
    const email = await lockUser(connection, userId);
    return email === undefined ? refusals.noUser : change(connection, email);
  });
}

/** In the audit logs of the user's teams, and in that of the installation. */
async function record(
  connection: Connection,
  actor: UserActor,
  userId: string,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  const teams = await listTeamsOfUser(connection, userId);
  // Without a team, this would write the entry below.
  if (teams.length > 0) await recordInTeamsOf(connection, actor, userId, action, userId, details);
  await recordInstallationChange(connection, actor, { action, subjectId: userId, details });
}
