/**
 * Signing in to the console, and the rights of a session. A session is an opaque token that is looked up on
 * every request, so ending it takes effect on every node at once.
 */
import type { Actor } from '../../lib/actor.ts';
import { done } from '../../lib/outcome.ts';
import { isUuid, uuidV7 } from '../../lib/uuid-v7.ts';
import { forgetOldLinks } from '../../store/postgres/access-links.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import { forgetOldOrigins } from '../../store/postgres/known-origins.ts';
import * as store from '../../store/postgres/sessions.ts';
import { forgetOldTries } from '../../store/postgres/sign-in-attempts.ts';
import { readSuspension } from '../../store/postgres/suspensions.ts';
import { findRole, listTeamsByName, listTeamsOfUser, type UserRow } from '../../store/postgres/users.ts';
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

/** The capacity of a menu. An operator searches all teams on a separate page. */
const mostTeamsForOperators = 500;

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(db: Database) {
  return {
    async signIn({ email, password, device }: Credentials, origin: Origin) {
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
    /** Finds the session of a token that has not expired. */
    find: (token: string) => store.useSession(db, hashToken(token)),
    /** The user's standing in a team; undefined if the user does not belong to it or it does not exist. */
    async standingIn({ userId, isOperator }: Session, teamId: string) {
      const suspension = isUuid(teamId) ? await readSuspension(db, teamId) : undefined;
      if (suspension === undefined) return undefined;
      const role = isOperator ? 'owner' : await findRole(db, teamId, userId);
      // Only an operator can change a suspended team.
      return role && { role, isSuspended: suspension !== null };
    },
    /** All teams of the user. An operator may enter every team, and gets the first ones by name. */
    async teamsOf({ userId, isOperator }: Session) {
      if (!isOperator) return { teams: await listTeamsOfUser(db, userId), hasMore: false };
      const found = await listTeamsByName(db, mostTeamsForOperators + 1);
      const shown = found.slice(0, mostTeamsForOperators);
      return {
        teams: shown.map((team) => ({ ...team, role: 'owner' as const })),
        hasMore: found.length > mostTeamsForOperators,
      };
    },
    list: (userId: string) => store.listSessions(db, userId),
    /** Returns false if the user has no such session. */
    async end(session: Session, id: string, origin: Origin) {
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
    async changePassword(session: Session, current: string, wanted: string, origin: Origin) {
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
