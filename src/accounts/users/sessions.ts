/**
 * Signing in to the console, and the rights of a session. A session is an opaque token that is looked up on
 * every request, so ending it takes effect on every node at once.
 */
import type { Actor } from '../../lib/actor.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { isUuid, uuidV7 } from '../../lib/uuid-v7.ts';
import { forgetOldLinks } from '../../store/postgres/access-links.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import { forgetOldOrigins } from '../../store/postgres/known-origins.ts';
import * as store from '../../store/postgres/sessions.ts';
import { forgetOldTries } from '../../store/postgres/sign-in-attempts.ts';
import { readSuspension } from '../../store/postgres/suspensions.ts';
import {
  findRole,
  listTeamsByName,
  listTeamsOfUser,
  type UserRow,
  type UserTeam,
} from '../../store/postgres/users.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './passwords.ts';
import { hashToken, newToken } from './secret-tokens.ts';
import { rememberOrigin } from './sign-in-throttle.ts';
import { changePassword, recordInTeamsOf } from './users.ts';

export type Session = store.SessionOfUser;

export interface Origin {
  readonly address: string;
  readonly browser: string;
  readonly requestId: string;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The token that the browser got at an earlier sign-in. It grants no access; see sign-in-throttle.ts. */
  readonly device?: string | undefined;
}

export interface SignedIn {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface Standing {
  readonly role: TeamRole;
  /** Only an operator can change a suspended team. */
  readonly isSuspended: boolean;
}

export interface Sessions {
  signIn(credentials: Credentials, origin: Origin): Promise<Outcome<SignedIn & { device: string }>>;
  /** Finds the session of a token that has not expired. */
  find(token: string): Promise<Session | undefined>;
  /** The user's standing in a team; undefined if the user does not belong to it or it does not exist. */
  standingIn(session: Session, teamId: string): Promise<Standing | undefined>;
  /** All teams of the user. An operator may enter every team, and gets the first ones by name. */
  teamsOf(session: Session): Promise<{ teams: UserTeam[]; hasMore: boolean }>;
  list(userId: string): Promise<store.SessionRow[]>;
  /** Returns false if the user has no such session. */
  end(session: Session, id: string, origin: Origin): Promise<boolean>;
  changePassword(
    session: Session,
    current: string,
    wanted: string,
    origin: Origin,
  ): Promise<Outcome<undefined>>;
}

/** The capacity of a menu. An operator searches all teams on a separate page. */
const mostTeamsForOperators = 500;

export function createSessions(db: Database): Sessions {
  return {
    async signIn({ email, password, device }, origin) {
      const { address } = origin;
      const proof = device === undefined ? undefined : ({ kind: 'device', value: device } as const);
      const checked = await checkPassword(db, { email, address, proof }, password);
      if (!checked.ok) return checked;
      const { user, isKnownDevice } = checked.value;
      // A browser without a valid token, or with the token of another account, gets a new one.
      const ownDevice = (isKnownDevice ? device : undefined) ?? newToken();
      await rememberOrigin(db, user.email, address, ownDevice);
      return done({ ...(await startSession(db, user, origin)), device: ownDevice });
    },
    find: (token) => store.useSession(db, hashToken(token)),
    async standingIn({ userId, isOperator }, teamId) {
      const suspension = isUuid(teamId) ? await readSuspension(db, teamId) : undefined;
      if (suspension === undefined) return undefined;
      const role = isOperator ? 'owner' : await findRole(db, teamId, userId);
      return role && { role, isSuspended: suspension !== null };
    },
    async teamsOf({ userId, isOperator }) {
      if (!isOperator) return { teams: await listTeamsOfUser(db, userId), hasMore: false };
      const found = await listTeamsByName(db, mostTeamsForOperators + 1);
      const shown = found.slice(0, mostTeamsForOperators);
      return {
        teams: shown.map((team) => ({ ...team, role: 'owner' })),
        hasMore: found.length > mostTeamsForOperators,
      };
    },
    list: (userId) => store.listSessions(db, userId),
    async end(session, id, origin) {
      if (!isUuid(id)) return false;
      return inTransaction(db, async (connection) => {
        const ended = await store.endSession(connection, session.userId, id);
        if (ended) {
          const actor = userActor(session, origin);
          await recordInTeamsOf(connection, actor, session.userId, 'session.ended', id, {});
        }
        return ended;
      });
    },
    async changePassword(session, current, wanted, origin) {
      const { email, id } = session;
      const proof = { kind: 'session', value: id } as const;
      const checked = await checkPassword(db, { email, address: origin.address, proof }, current);
      if (!checked.ok) return checked;
      const passwordHash = await hashPassword(wanted);
      await inTransaction(db, (connection) =>
        changePassword(connection, checked.value.user, passwordHash, userActor(session, origin), session.id),
      );
      return done(undefined);
    },
  };
}

export function userActor(user: { userId: string; email: string }, origin: Origin): Actor {
  const { address, requestId } = origin;
  return { type: 'user', id: user.userId, name: user.email, address, requestId };
}

async function startSession(db: Database, user: UserRow, origin: Origin): Promise<SignedIn> {
  const token = newToken();
  const session = { id: uuidV7(), userId: user.id, tokenHash: hashToken(token) };
  const expiresAt = await inTransaction(db, async (connection) => {
    const { address, browser } = origin;
    const until = await store.insertSession(connection, { ...session, address, browser });
    const actor = userActor({ userId: user.id, email: user.email }, origin);
    await recordInTeamsOf(connection, actor, user.id, 'session.started', session.id, {});
    return until;
  });
  return { token, expiresAt };
}

/** Deletes old sessions, sign-in attempts, known origins and links. */
export function createSessionHousekeeping(db: Database): { run(): Promise<'done'> } {
  return {
    async run() {
      await store.forgetOldSessions(db);
      await forgetOldTries(db);
      await forgetOldOrigins(db);
      await forgetOldLinks(db);
      return 'done';
    },
  };
}
