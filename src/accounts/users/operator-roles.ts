/** The roles of operators. A change counts for the very next request of the user; no session ends. */
import type { Actor } from '../../lib/actor.ts';
import type { OperatorRole } from '../../lib/operator-role.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { isUuid } from '../../lib/uuid-v7.ts';
import { endLinksBeyondRole, lockLinksOf } from '../../store/postgres/access-links.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { recordInstallationChange } from '../../store/postgres/installation-log.ts';
import * as store from '../../store/postgres/operator-roles.ts';
import { lockPassword } from '../../store/postgres/users.ts';
import * as refusals from './refusals.ts';
import type { Session } from './sessions.ts';

type PersonActor = Exclude<Actor, { type: 'key' }>;

/** `seen`: the role that the caller saw. */
export interface WantedRole {
  readonly role: OperatorRole | null;
  readonly seen?: OperatorRole | null | undefined;
}

export interface ChangedRole {
  readonly id: string;
  readonly email: string;
  readonly operatorRole: OperatorRole | null;
}

/** On the console, by a full operator. What a group of single sign-on gave is changed at the provider. */
export async function setOperatorRoleBy(
  db: Database,
  userId: string,
  wanted: WantedRole,
  by: Session,
  actor: PersonActor,
): Promise<Outcome<ChangedRole>> {
  if (!isUuid(userId)) return refusals.noUser;
  return inTransaction(db, async (connection) => {
    await store.lockOperatorRoles(connection);
    // Another full operator may have demoted the caller since the request arrived.
    const caller = await store.findOperator(connection, { id: by.userId });
    if (caller?.operatorRole !== 'full') return refusals.notFullOperator;
    const user = await lockOperator(connection, { id: userId });
    if (user?.isFromGroup && user.operatorRole !== wanted.role) return refusals.roleFromGroup;
    return setRole(connection, user, wanted, actor);
  });
}

/** On the command line. */
export function setOperatorRole(
  db: Database,
  email: string,
  role: OperatorRole | null,
  actor: PersonActor,
): Promise<Outcome<ChangedRole>> {
  return inTransaction(db, async (connection) => {
    await store.lockOperatorRoles(connection);
    return setRole(connection, await lockOperator(connection, { email }), { role }, actor);
  });
}

/**
 * A sign-in gives and takes what groups say without the lock of all roles. So the role is read under the lock of the user, which
 * comes after that of the links.
 */
async function lockOperator(
  connection: Connection,
  by: Parameters<typeof store.findOperator>[1],
): Promise<store.OperatorRow | undefined> {
  const found = await store.findOperator(connection, by);
  if (found === undefined) return undefined;
  await lockLinksOf(connection, found.email, found.id);
  await lockPassword(connection, found.email);
  return store.findOperator(connection, by);
}

/** Call it under the lock of all roles, and of the user. */
async function setRole(
  connection: Connection,
  user: store.OperatorRow | undefined,
  { role, seen }: WantedRole,
  actor: PersonActor,
): Promise<Outcome<ChangedRole>> {
  if (user === undefined) return refusals.noUser;
  const { id, email, operatorRole: from } = user;
  if (seen !== undefined && seen !== from) return refusals.otherOperatorRole;
  if (from === 'full' && role !== 'full' && !(await store.hasOtherFullOperator(connection, id)))
    return refusals.lastFullOperator;
  if (from !== role) await changeOperatorRole(connection, user, { from, to: role }, actor, false);
  return done({ id, email, operatorRole: role });
}

/** Call it after the locks of links. Links that the user could not create now end, and those to a password of an operator. */
export async function changeOperatorRole(
  connection: Connection,
  user: { readonly id: string; readonly email: string },
  { from, to }: { readonly from: OperatorRole | null; readonly to: OperatorRole | null },
  actor: PersonActor,
  isByGroup: boolean,
): Promise<void> {
  const { id, email } = user;
  await store.setOperatorRole(connection, id, to, isByGroup && to !== null);
  await endLinksBeyondRole(connection, user);
  const action = 'user.operator_role_changed';
  const details = { email, from, to, ...(isByGroup && { by: 'group' }) };
  await recordInstallationChange(connection, actor, { action, subjectId: id, details });
}
