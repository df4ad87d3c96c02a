/**
 * Links to join a team or to choose a new password. The link itself is the proof; only a user who joins with
 * an existing account must also give the password.
 */
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import * as store from '../../store/postgres/access-links.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import { findRole, findUserByEmail, insertUser, setRole } from '../../store/postgres/users.ts';
import { checkPassword, queueByNetwork } from './check-password.ts';
import { type HashingTurn, hashPassword } from './passwords.ts';
import * as refusals from './refusals.ts';
import { hashToken, newToken } from './secret-tokens.ts';
import { type Origin, userActor } from './sessions.ts';
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

export function createAccessLinks(db: Database) {
  return {
    async look(token: string, origin: Origin) {
      const found = await findLink(db, token, origin);
      if (!found.ok) return found;
      const { kind, email, teamName } = found.value;
      return done({
        kind,
        email,
        team: teamName,
        // Who has an account joins with its password.
        hasAccount: (await findUserByEmail(db, email)) !== undefined,
      });
    },
    async accept(token: string, password: string, origin: Origin) {
      const found = await findLink(db, token, origin);
      if (!found.ok) return found;
      const link = found.value;
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

/** Call it in the transaction that changes the team, under the team's lock. */
export async function makeLink(
  connection: Connection,
  link: { teamId: string; email: string } & (
    | { kind: 'invitation'; role: TeamRole }
    | { kind: 'password_reset'; role: null }
  ),
): Promise<NewLink> {
  const token = newToken();
  const hours = link.kind === 'invitation' ? invitationHours : resetHours;
  const expiresAt = await store.insertLink(connection, {
    ...link,
    id: uuidV7(),
    tokenHash: hashToken(token),
    hours,
  });
  return { token, expiresAt };
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
    const proof = { kind: 'link', value: link.id } as const;
    const checked = await checkPassword(db, { email, address: origin.address, proof }, password);
    if (!checked.ok) return checked;
  }
  const passwordHash = known?.passwordHash ?? (await hashPassword(password, turnOf(link)));
  return useLink(db, link, async (connection) => {
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
  return useLink(db, link, async (connection) => {
    const user = await findUserByEmail(connection, link.email);
    if (user === undefined) return refusals.linkInvalid;
    await changePassword(connection, user, passwordHash, actorOf(user, origin));
    await rememberOrigin(connection, user.email, origin.address);
    return done(undefined);
  });
}

/** Queues by link, so that a flood of requests with one link does not delay all other users. */
function turnOf({ id }: store.LinkRow): HashingTurn {
  return { isKnown: true, key: id };
}

/** Marks the link as used and performs its action in one transaction. */
async function useLink(
  db: Database,
  link: store.LinkRow,
  work: (connection: Connection) => Promise<Outcome<undefined>>,
): Promise<Outcome<undefined>> {
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, link.teamId);
    return (await store.markLinkUsed(connection, link.id)) ? work(connection) : refusals.linkInvalid;
  });
}

function actorOf(user: { id: string; email: string }, origin: Origin): Actor {
  return userActor({ userId: user.id, email: user.email }, origin);
}
