/** Creates users and changes their passwords. Each change is in the audit log of every team concerned. */
import type { Actor, UnknownActor } from '../../lib/actor.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { isUuid, uuidV7 } from '../../lib/uuid-v7.ts';
import { endLinksMadeBy, endPasswordResets, lockLinksOf } from '../../store/postgres/access-links.ts';
import { recordChange } from '../../store/postgres/audit-log.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { recordInstallationChange } from '../../store/postgres/installation-log.ts';
import { endSessions } from '../../store/postgres/sessions.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import * as store from '../../store/postgres/users.ts';
import { refuseErased } from '../erased-team.ts';
import { noTeam } from '../refusals.ts';
import { hashPassword } from './passwords.ts';
import { emailTaken } from './refusals.ts';
import { forgetCodesOfAccount, forgetOriginsOfAccount, forgetTriesOfAccount } from './sign-in-throttle.ts';

/** The role of a new user. An operator is also an owner of the team. */
export type NewUserRole = TeamRole | 'operator';

export interface NewUser {
  readonly teamId: string;
  readonly email: string;
  readonly role: NewUserRole;
  readonly password: string;
}

export interface UserRecord {
  id: string;
  email: string;
  team_id: string;
  role: NewUserRole;
  created_at: string;
}

export async function createUser(db: Database, user: NewUser, actor: Actor): Promise<Outcome<UserRecord>> {
  const { password, ...rest } = user;
  return createHashedUser(db, { ...rest, passwordHash: await hashPassword(password) }, actor);
}

/** The same with a password that is hashed already. */
export async function createHashedUser(
  db: Database,
  user: Omit<NewUser, 'password'> & { readonly passwordHash: string },
  actor: Actor,
): Promise<Outcome<UserRecord>> {
  const { teamId, email, role, passwordHash } = user;
  return inTransaction(db, async (connection) => {
    if (!isUuid(teamId) || !(await lockTeam(connection, teamId))) return noTeam;
    await refuseErased(connection, teamId);
    const row = await store.insertUser(connection, {
      id: uuidV7(),
      email,
      passwordHash,
      isOperator: role === 'operator',
    });
    if (row === undefined) return emailTaken;
    await store.setRole(connection, teamId, row.id, role === 'operator' ? 'owner' : role);
    await recordUserChange(connection, actor, teamId, row.id, 'user.created', { email, role });
    return done({ id: row.id, email, team_id: teamId, role, created_at: row.createdAt.toISOString() });
  });
}

/**
 * Also ends the user's sessions, except `exceptSession`, and all links to a new password. The links that the user created
 * end as well: whoever knew the old password may have created them. If it is not changed in a session, no browser is known
 * any longer, for the same reason.
 */
export async function changePassword(
  connection: Connection,
  user: Pick<store.UserRow, 'id' | 'email'>,
  passwordHash: string,
  actor: Actor,
  exceptSession?: string,
): Promise<void> {
  await lockLinksOf(connection, user.email, user.id);
  await endPasswordResets(connection, user.email);
  await endLinksMadeBy(connection, user.id);
  await store.setPasswordHash(connection, user.id, passwordHash);
  await endSessions(connection, user.id, exceptSession);
  await forgetTriesOfAccount(connection, user.email);
  if (exceptSession === undefined) {
    await forgetCodesOfAccount(connection, user.email);
    await forgetOriginsOfAccount(connection, user.email);
  }
  await recordInTeamsOf(connection, actor, user.id, 'user.password_changed', user.id, { email: user.email });
}

/** For an operator on the server. Returns undefined if the user does not exist. */
export async function setPassword(
  db: Database,
  email: string,
  password: string,
  actor: Actor,
): Promise<{ id: string; email: string } | undefined> {
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (connection) => {
    const user = await store.findUserByEmail(connection, email);
    if (user === undefined) return undefined;
    await changePassword(connection, user, passwordHash, actor);
    return { id: user.id, email };
  });
}

export function recordUserChange(
  connection: Connection,
  actor: Actor,
  teamId: string,
  userId: string,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  return recordChange(connection, actor, { teamId, action, subjectId: userId, details });
}

/** A user's action concerns all teams of the user. Without a team, it would be in no log but that of the installation. */
export async function recordInTeamsOf(
  connection: Connection,
  actor: Actor | UnknownActor,
  userId: string,
  action: string,
  subjectId: string,
  details: Record<string, unknown>,
): Promise<void> {
  const teams = await store.listTeamsOfUser(connection, userId);
  for (const { id: teamId } of teams)
    await recordChange(connection, actor, { teamId, action, subjectId, details });
  if (teams.length === 0) await recordInstallationChange(connection, actor, { action, subjectId, details });
}
