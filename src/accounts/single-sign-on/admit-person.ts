/**
 * Signs in a person whom the provider vouches for: finds or creates the user, gives and takes what the groups say, accepts
 * open invitations, and opens a session, all in one transaction.
 */
import type { GroupRule } from '../../config/single-sign-on.ts';
import type { UserActor } from '../../lib/actor.ts';
import type { OperatorRole } from '../../lib/operator-role.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/identities.ts';
import { listInvitationsFor } from '../../store/postgres/invitations-by-address.ts';
import { insertUser, lockPassword } from '../../store/postgres/users.ts';
import { removeFactor } from '../second-factor/reset-factor.ts';
import { cleanVouchedEmail } from '../users/email.ts';
import { changeOperatorRole } from '../users/operator-roles.ts';
import type { Origin } from '../users/origin.ts';
import { hashOfNobody } from '../users/passwords.ts';
import { openSession, type SignedIn, userActor } from '../users/sessions.ts';
import { changePassword } from '../users/users.ts';
import { type Given, rolesOf } from './group-roles.ts';
import { lockConcernedTeams, updateMemberships } from './memberships.ts';
import type { Identity } from './provider.ts';
import { emailNotYours, forEmergencies, noEmail, noGroup } from './refusals.ts';

export interface Admission {
  readonly identity: Identity;
  readonly rules: AdmissionRules;
  readonly origin: Origin;
  readonly isRenewable: boolean;
  readonly warnOfUnknownTeams: (count: number) => void;
}

export interface AdmissionRules {
  readonly groups: readonly GroupRule[] | undefined;
  /** The address of the operator for emergencies. */
  readonly breakGlass: string | undefined;
}

/** An account at the provider, and the address for which the provider vouches in this sign-in. */
interface Person {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
}

export async function admitPerson(db: Database, admission: Admission): Promise<Outcome<SignedIn>> {
  const { identity, rules, origin, isRenewable } = admission;
  const { issuer, subject, providerSession } = identity;
  const email = identity.email === undefined ? undefined : cleanVouchedEmail(identity.email);
  const person = { issuer, subject, email };
  // Before the transaction: a hash takes long.
  const passwordHash = await hashOfNobody();
  return inTransaction(db, async (connection) => {
    await store.lockAccount(connection, person);
    // The provider may end a session by its name alone.
    if (providerSession !== undefined) await store.lockProviderSession(connection, issuer, providerSession);
    const readGiven = async () => rules.groups && rolesOf(connection, rules.groups, identity.groups);
    const teams = await lockConcernedTeams(
      connection,
      await find(connection, person),
      email,
      await readGiven(),
    );
    // Read again: a team may have been erased while this sign-in waited for its lock.
    const given = await readGiven();
    if (given !== undefined && given.unknownTeams > 0) admission.warnOfUnknownTeams(given.unknownTeams);
    const found = await findOrCreate(connection, person, given, rules.breakGlass, passwordHash, origin);
    if (!found.ok) return found;
    const user = found.value;
    const actor = userActor({ userId: user.id, email: user.email }, origin);
    const operatorRole =
      given === undefined ? user.operatorRole : await setOperator(connection, user, given, actor);
    const hasTeam = await updateMemberships(connection, user, email, given, actor, teams);
    // What the groups took away stays taken, although the person gets no session.
    if (given !== undefined && !hasTeam && operatorRole === null) return noGroup;
    return done(
      await openSession(connection, user, origin, {
        isRenewable,
        provider: { issuer, subject, providerSession },
      }),
    );
  });
}

type FoundUser = store.IdentifiedUser & { isKnown: boolean; isTaken: boolean };

/** By the account, or else by the address. */
async function find(connection: Connection, person: Person): Promise<FoundUser | undefined> {
  const known = await store.findUserOfAccount(connection, person);
  if (known !== undefined) return { ...known, isKnown: true, isTaken: false };
  if (person.email === undefined) return undefined;
  const namesake = await store.findUserForAccount(connection, person.email, person.issuer);
  return namesake && { ...namesake, isKnown: false };
}

/** Call it after the locks of teams and links, as everybody does who locks a user beside them. */
async function findOrCreate(
  connection: Connection,
  person: Person,
  given: Given | undefined,
  breakGlass: string | undefined,
  passwordHash: string,
  origin: Origin,
): Promise<Outcome<store.IdentifiedUser>> {
  const seen = await find(connection, person);
  // Until the session is there, nobody erases the user, replaces the password or signs in as the user with another account.
  if (seen !== undefined) await lockPassword(connection, seen.email);
  const found = seen && (await find(connection, person));
  // An account that signed in before that user was named for emergencies has lost them.
  if (found?.isKnown === true) return found.email === breakGlass ? forEmergencies : done(found);
  const { email } = person;
  if (email === undefined) return noEmail;
  // Whoever reads that mailbox could otherwise become an operator.
  if (email === breakGlass) return forEmergencies;
  // An address that was given to another person: the account here stays with the first one.
  if (found?.isTaken === true) return emailNotYours;
  if (found === undefined && given !== undefined && !givesAnything(given)) {
    const invitations = await listInvitationsFor(connection, email);
    if (invitations.length === 0) return noGroup;
  }
  const user = found ?? (await create(connection, email, passwordHash));
  // Somebody else created an account with this address in this moment.
  if (user === undefined) return emailNotYours;
  await store.insertIdentity(connection, person, user.id);
  if (found !== undefined) await takeOver(connection, found, passwordHash, origin);
  return done(user);
}

/**
 * Somebody else may have prepared the account, with an invitation to this address or a link to a new password, and wait for what the
 * person gets. So nothing works any longer that was there before. A full operator keeps the password, for when the provider is
 * down: nobody but full operators can have created a link to it.
 */
async function takeOver(
  connection: Connection,
  user: store.IdentifiedUser,
  passwordHash: string,
  origin: Origin,
): Promise<void> {
  if (user.operatorRole === 'full') return;
  const actor = userActor({ userId: user.id, email: user.email }, origin);
  await changePassword(connection, user, passwordHash, actor);
  await removeFactor(connection, user, actor);
}

function givesAnything({ operatorRole, roles }: Given): boolean {
  return operatorRole !== undefined || roles.size > 0;
}

async function create(
  connection: Connection,
  email: string,
  passwordHash: string,
): Promise<store.IdentifiedUser | undefined> {
  const row = await insertUser(connection, { id: uuidV7(), email, passwordHash, isOperator: false });
  return row && { id: row.id, email, operatorRole: null, isOperatorFromGroup: false };
}

/**
 * Returns the role as an operator that the user has now. The groups decide where they speak of one, and take back what they
 * gave. A full operator who was not made one by a group stays one: somebody must be, also if the groups are wrong.
 */
async function setOperator(
  connection: Connection,
  user: store.IdentifiedUser,
  given: Given,
  actor: UserActor,
): Promise<OperatorRole | null> {
  const { operatorRole: from, isOperatorFromGroup } = user;
  const isKept = !isOperatorFromGroup && (from === 'full' || given.operatorRole === undefined);
  const to = isKept ? from : (given.operatorRole ?? null);
  if (to !== from) await changeOperatorRole(connection, user, { from, to }, actor, true);
  return to;
}
