/** Links that let somebody in: to join a team, or to choose a new password. Whoever uses one proves nothing else. */
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { uuidV7 } from '../../lib/uuid-v7.ts';
import * as store from '../../store/postgres/access-links.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { lockTeam } from '../../store/postgres/teams.ts';
import { findRole, findUserByEmail, insertUser, setRole } from '../../store/postgres/users.ts';
import { checkPassword, inTurnOf } from './check-password.ts';
import { type HashingTurn, hashPassword } from './passwords.ts';
import { type Origin, userActor } from './sessions.ts';
import { rememberOrigin } from './sign-in-throttle.ts';
import { hashToken, newToken } from './tokens.ts';
import { changePassword, recordUserChange } from './users.ts';

/** Long enough for a weekend, short enough to be forgotten in a mailbox. */
const invitationHours = 72;
const resetHours = 24;

export interface NewLink {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface LinkView {
  readonly kind: store.LinkKind;
  readonly email: string;
  readonly team: string;
  /** The user has a password already, and joins with it. */
  readonly hasAccount: boolean;
}

export interface AccessLinks {
  look(token: string, origin: Origin): Promise<Outcome<LinkView>>;
  accept(token: string, password: string, origin: Origin): Promise<Outcome<undefined>>;
}

const notGood = refused(
  'not_found',
  'This link was used or is too old. Ask an owner of the team for a new one.',
);

export function createAccessLinks(db: Database): AccessLinks {
  return {
    async look(token, origin) {
      const found = await findLink(db, token, origin);
      if (!found.ok) return found;
      const { kind, email, teamName } = found.value;
      return done({
        kind,
        email,
        team: teamName,
        hasAccount: (await findUserByEmail(db, email)) !== undefined,
      });
    },
    async accept(token, password, origin) {
      const found = await findLink(db, token, origin);
      if (!found.ok) return found;
      const link = found.value;
      return link.kind === 'invitation'
        ? join(db, link, password, origin)
        : resetPassword(db, link, password, origin);
    },
  };
}

/** Nobody guesses 256 bits, but anybody may ask, so the networks that ask take turns. */
function findLink(db: Database, token: string, origin: Origin): Promise<Outcome<store.LinkRow>> {
  return inTurnOf(origin.address, async () => {
    const link = await store.findLink(db, hashToken(token));
    return link === undefined ? notGood : done(link);
  });
}

/** In the transaction of a change of the team, under its lock. */
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
    if (user === undefined || role === null) return notGood;
    // Somebody who was given more since the invitation keeps it.
    if ((await findRole(connection, teamId, user.id)) === undefined) {
      await setRole(connection, teamId, user.id, role);
      // An owner of the teams so far could reset the password, and would get into this team with it.
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
    if (user === undefined) return notGood;
    await changePassword(connection, user, passwordHash, actorOf(user, origin));
    await rememberOrigin(connection, user.email, origin.address);
    return done(undefined);
  });
}

/** So that one link that is accepted a thousand times at once does not hold up everybody else. */
function turnOf({ id }: store.LinkRow): HashingTurn {
  return { isKnown: true, key: id };
}

/** The link is used up and what it is for is done, or neither. */
async function useLink(
  db: Database,
  link: store.LinkRow,
  work: (connection: Connection) => Promise<Outcome<undefined>>,
): Promise<Outcome<undefined>> {
  return inTransaction(db, async (connection) => {
    await lockTeam(connection, link.teamId);
    return (await store.markLinkUsed(connection, link.id)) ? work(connection) : notGood;
  });
}

function actorOf(user: { id: string; email: string }, origin: Origin): Actor {
  return userActor({ userId: user.id, email: user.email }, origin);
}
