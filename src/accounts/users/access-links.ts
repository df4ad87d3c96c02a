/**
 * Links to join a team or to choose a new password. The link itself is the proof; only a user who joins with
 * an existing account must also give the password.
 */
import type { PasswordConfig } from '../../config/single-sign-on.ts';
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import * as store from '../../store/postgres/access-links.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { keepRole } from '../../store/postgres/operator-roles.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import {
  findRole,
  findUserByEmail,
  insertUser,
  lockPassword,
  setRole,
  type UserRow,
} from '../../store/postgres/users.ts';
import { removeFactor } from '../second-factor/reset-factor.ts';
import { checkPassword, queueByNetwork } from './check-password.ts';
import type { Origin } from './origin.ts';
import { type HashingTurn, hashPassword } from './passwords.ts';
import * as refusals from './refusals.ts';
import { hashToken, newToken } from './secret-tokens.ts';
import { mayUsePassword, userActor } from './sessions.ts';
import { rememberOrigin } from './sign-in-throttle.ts';
import { changePassword, recordUserChange } from './users.ts';

/** Long enough for a weekend, short enough that a link forgotten in a mailbox expires. */
const invitationHours = 72;
const resetHours = 24;

export interface NewLink {
  readonly token: string;
  readonly expiresAt: Date;
}

export type AccessLinks = ReturnType<typeof createAccessLinks>;

export function createAccessLinks(db: Database, passwords: PasswordConfig) {
  return {
    async look(token: string, origin: Origin) {
      const found = await findLink(db, token, origin);
      if (!found.ok) return found;
      const { kind, email, teamName, resetsFactor } = found.value;
      // Not whether the address has an account: an owner could ask that for any address.
      return done({ kind, email, team: teamName, resetsSecondFactor: resetsFactor });
    },
    async accept(token: string, password: string, origin: Origin) {
      const found = await findLink(db, token, origin);
      if (!found.ok) return found;
      const link = found.value;
      const known = await findUserByEmail(db, link.email);
      const isOff = known === undefined ? !passwords.isOn : !mayUsePassword(passwords, known);
      if (isOff) return refusals.passwordsOff;
      return link.kind === 'invitation'
        ? join(db, link, password, origin)
        : resetPassword(db, link, password, origin);
    },
  };
}

/** A token of 256 bits cannot be guessed, but anyone may send requests, so networks take turns. */
function findLink(db: Database, token: string, origin: Origin): Promise<Outcome<store.LinkRow>> {
  return queueByNetwork(origin.address, async () => {
    const link = await store.findLink(db, hashToken(token));
    return link === undefined ? refusals.linkInvalid : done(link);
  });
}

/**
 * Call it in the transaction that changes the team, under the team's lock, and before anything else is changed: it is refused
 * if the maker may not create the link, by the rules by which a link works later.
 */
export async function makeLink(
  connection: Connection,
  link: { teamId: string; email: string; madeBy: string } & (
    | { kind: 'invitation'; role: TeamRole }
    | { kind: 'password_reset'; role: null; resetsFactor?: boolean }
  ),
): Promise<Outcome<NewLink>> {
  const [id, token] = [uuidV7(), newToken()];
  await keepRole(connection, link.madeBy);
  const hours = link.kind === 'invitation' ? invitationHours : resetHours;
  const expiresAt = await store.insertLink(connection, {
    ...link,
    resetsFactor: link.kind === 'password_reset' && link.resetsFactor === true,
    id,
    tokenHash: hashToken(token),
    hours,
  });
  if (await store.isLinkUsable(connection, id)) return done({ token, expiresAt });
  await store.deleteLink(connection, id);
  return refusals.linkBeyondRole;
}

async function join(
  db: Database,
  link: store.LinkRow,
  password: string,
  origin: Origin,
): Promise<Outcome<undefined>> {
  const { email, teamId, role } = link;
  const known = await findUserByEmail(db, email);
  if (known !== undefined) {
    // All links of the team have one allowance: an owner could create any number of them to guess a password.
    const proof = { kind: 'link', value: teamId } as const;
    const { address, requestId } = origin;
    const checked = await checkPassword(db, { email, address, requestId, proof }, password);
    if (!checked.ok) return checked;
  }
  const passwordHash = known?.passwordHash ?? (await hashPassword(password, turnOf(link)));
  return useLink(db, link, known, async (connection) => {
    const user =
      known ?? (await insertUser(connection, { id: uuidV7(), email, passwordHash, isOperator: false }));
    if (user === undefined || role === null) return refusals.linkInvalid;
    // A user who was given a role after the invitation keeps that role.
    if ((await findRole(connection, teamId, user.id)) === undefined) {
      await setRole(connection, teamId, user.id, role);
      // An owner of the user's other teams could use an earlier reset link to get into this team.
      await store.endPasswordResets(connection, email);
    }
    await recordUserChange(connection, actorOf(user, origin), teamId, user.id, 'user.joined', {
      email,
      role,
    });
    await rememberOrigin(connection, email, origin.address);
    return done(undefined);
  });
}

async function resetPassword(
  db: Database,
  link: store.LinkRow,
  password: string,
  origin: Origin,
): Promise<Outcome<undefined>> {
  const passwordHash = await hashPassword(password, turnOf(link));
  const known = await findUserByEmail(db, link.email);
  if (known === undefined) return refusals.linkInvalid;
  return useLink(db, link, known, async (connection) => {
    // Looked up again: the account may have been erased since.
    const user = await findUserByEmail(connection, link.email);
    if (user?.id !== known.id) return refusals.linkInvalid;
    await changePassword(connection, user, passwordHash, actorOf(user, origin));
    if (link.resetsFactor) await removeFactor(connection, user, actorOf(user, origin));
    await rememberOrigin(connection, user.email, origin.address);
    return done(undefined);
  });
}

/** Queues by link, so that a flood of requests with one link does not delay all other users. */
function turnOf({ id }: store.LinkRow): HashingTurn {
  return { isKnown: true, key: id };
}

/**
 * Marks the link as used and performs its action in one transaction. Whoever removes, demotes or suspends takes the
 * same lock of the team, so a link is either used before or not at all.
 */
async function useLink(
  db: Database,
  link: store.LinkRow,
  known: UserRow | undefined,
  work: (connection: Connection) => Promise<Outcome<undefined>>,
): Promise<Outcome<undefined>> {
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, link.teamId);
    await store.lockLinksOf(connection, link.email, known?.id);
    if (!(await store.isLinkUsable(connection, link.id))) return refusals.linkInvalid;
    const hash = await lockPassword(connection, link.email);
    if (link.kind === 'invitation' && hash !== known?.passwordHash) return refusals.wrongPassword;
    await store.markLinkUsed(connection, link.id);
    return work(connection);
  });
}

function actorOf(user: { id: string; email: string }, origin: Origin): Actor {
  return userActor({ userId: user.id, email: user.email }, origin);
}
