/**
 * Signing in to the console, and the rights of a session. A session is an opaque token that is looked up on
 * every request, so ending it takes effect on every node at once.
 */
import { createHash } from 'node:crypto';
import type { PasswordConfig } from '../../config/single-sign-on.ts';
import type { UserActor } from '../../lib/actor.ts';
import type { OperatorRole } from '../../lib/operator-role.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { TeamRole } from '../../lib/team-role.ts';
import { isUuid, uuidV7 } from '../../lib/uuid-v7.ts';
import { forgetOldLinks, lockLinksOf } from '../../store/postgres/access-links.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { forgetOldProviderSignIns } from '../../store/postgres/identities.ts';
import { forgetOldOrigins } from '../../store/postgres/known-origins.ts';
import { forgetOldChallenges } from '../../store/postgres/passkeys.ts';
import {
  type FactorKinds,
  forgetOldPending,
  insertPending,
  pendingSeconds,
} from '../../store/postgres/pending-sign-ins.ts';
import { forgetOldSetUps } from '../../store/postgres/second-factors.ts';
import { tokenSeconds } from '../../store/postgres/session-renewals.ts';
import * as store from '../../store/postgres/sessions.ts';
import { forgetOldTries } from '../../store/postgres/sign-in-attempts.ts';
import { readSuspension } from '../../store/postgres/suspensions.ts';
import {
  findRole,
  listTeamsByName,
  listTeamsOfUser,
  lockPassword,
  type UserRow,
} from '../../store/postgres/users.ts';
import { checkPassword } from './check-password.ts';
import { reportNewDevice } from './new-device.ts';
import type { Origin } from './origin.ts';
import { hashPassword } from './passwords.ts';
import { passwordsOff, wrongPassword } from './refusals.ts';
import { hashToken, newToken } from './secret-tokens.ts';
import { renewSession } from './session-renewal.ts';
import { rememberOrigin } from './sign-in-throttle.ts';
import { changePassword, recordInTeamsOf } from './users.ts';

export interface Session extends store.SessionOfUser {
  /** The session can do nothing but turn a second factor on: an operator must have one, and has none. */
  readonly mustSetUpFactor: boolean;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The token that the browser got at an earlier sign-in. It grants no access; see sign-in-throttle.ts. */
  readonly device?: string | undefined;
  /** Whether the browser renews the session's tokens. Otherwise the token lasts as long as the session. */
  readonly renewable?: boolean | undefined;
}

export interface SignedIn {
  readonly userId: string;
  readonly token: string;
  readonly expiresAt: Date;
  /** Null: the token lasts as long as the session. */
  readonly tokenExpiresIn: number | null;
  readonly refreshToken: string | null;
}

/** A session, and the token that the browser sends with its next sign-in. */
export interface SignedInBrowser extends SignedIn {
  readonly device: string;
}

/** The password was right, and the second factor is missing. */
export interface PendingSignIn extends FactorKinds {
  readonly token: string;
  readonly expiresIn: number;
}

/** What an account is asked for besides the password. */
export type SessionProof = 'password' | 'app' | 'recovery code' | 'passkey';

/** Of operators who are not full, in teams that are not theirs: it is enough to look. Routes decide by the operator's role. */
export const roleOfOperators: TeamRole = 'viewer';

/** The capacity of a menu. An operator searches all teams on a separate page. */
const mostTeamsForOperators = 500;

type FirstStep =
  | { readonly signedIn: SignedInBrowser; readonly pending?: undefined }
  | { readonly pending: PendingSignIn };

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(db: Database, passwords: PasswordConfig, operatorsNeedFactor: boolean) {
  const withSetUpDuty = (found: store.SessionOfUser | undefined): Session | undefined => {
    if (found === undefined) return undefined;
    const { operatorRole, hasFactor, issuer } = found;
    const isAsked = operatorsNeedFactor && operatorRole !== null;
    return { ...found, mustSetUpFactor: isAsked && !hasFactor && issuer === null };
  };
  return {
    async signIn({ email, password, device, renewable }: Credentials, origin: Origin) {
      const { address, requestId } = origin;
      const proof = device === undefined ? undefined : ({ kind: 'device', value: device } as const);
      const checked = await checkPassword(db, { email, address, requestId, proof }, password);
      if (!checked.ok) return checked;
      const { user, isKnownDevice } = checked.value;
      // After the check, so that the answer does not say which account is the exception.
      if (!mayUsePassword(passwords, user)) return passwordsOff;
      return inTransaction(db, async (connection): Promise<Outcome<FirstStep>> => {
        // The password may have been changed after it was checked.
        if ((await lockPassword(connection, user.email)) !== user.passwordHash) return wrongPassword;
        const pending = await waitForFactor(connection, user);
        if (pending !== undefined) return done({ pending });
        // A browser without a valid token, or with the token of another account, gets a new one.
        const ownDevice = (isKnownDevice ? device : undefined) ?? newToken();
        await rememberOrigin(connection, user.email, address, ownDevice);
        const options = { isRenewable: renewable === true, isNewDevice: !isKnownDevice };
        const started = await openSession(connection, user, origin, options);
        return done({ signedIn: { ...started, device: ownDevice } });
      });
    },
    /** Finds the session of a token that has not expired. */
    find: async (token: string) => withSetUpDuty(await store.useSession(db, hashToken(token))),
    /** New tokens for the refresh token of a session. */
    renew: (refreshToken: string, origin: Origin) => renewSession(db, refreshToken, origin),
    /** The session as it is now; undefined if it has ended. */
    reread: async ({ id }: Session) => withSetUpDuty(await store.readSession(db, id)),
    /**
     * The user's standing in a team; undefined if it does not exist, or if the user neither belongs to it nor is an operator.
     * A full operator is an owner of every team. `role` is undefined for other operators in teams that are not theirs.
     */
    async standingIn({ userId, operatorRole }: Session, teamId: string) {
      const suspension = isUuid(teamId) ? await readSuspension(db, teamId) : undefined;
      if (suspension === undefined) return undefined;
      const role = operatorRole === 'full' ? 'owner' : await findRole(db, teamId, userId);
      if (role === undefined && operatorRole === null) return undefined;
      return { role, isSuspended: suspension !== null };
    },
    /**
     * All teams of the user. An operator may look at every team, and gets the first ones by name after their own: the
     * dashboard starts in the first, which must not change because somebody creates a team.
     */
    async teamsOf({ userId, operatorRole, mustSetUpFactor }: Session) {
      if (mustSetUpFactor) return { teams: [], hasMore: false };
      const own = await listTeamsOfUser(db, userId);
      if (operatorRole === null)
        return { teams: own.map((team) => ({ ...team, isMember: true })), hasMore: false };
      const roles = new Map(own.map(({ id, role }) => [id, role]));
      const found = await listTeamsByName(db, mostTeamsForOperators + 1);
      const all = [...own, ...found.filter(({ id }) => !roles.has(id))];
      return {
        teams: all.slice(0, mostTeamsForOperators).map((team) => ({
          ...team,
          role: operatorRole === 'full' ? ('owner' as const) : (roles.get(team.id) ?? roleOfOperators),
          isMember: roles.has(team.id),
        })),
        hasMore: Math.max(found.length, all.length) > mostTeamsForOperators,
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
      const { address, requestId } = origin;
      const checked = await checkPassword(db, { email, address, requestId, proof }, current);
      if (!checked.ok) return checked;
      const passwordHash = await hashPassword(wanted);
      const { user } = checked.value;
      if (!mayUsePassword(passwords, user)) return passwordsOff;
      return inTransaction(db, async (connection) => {
        await lockLinksOf(connection, email, user.id);
        if ((await lockPassword(connection, email)) !== user.passwordHash) return wrongPassword;
        await changePassword(connection, user, passwordHash, userActor(session, origin), session.id);
        return done(undefined);
      });
    },
  };
}

export function userActor(user: { userId: string; email: string }, origin: Origin): UserActor {
  const { address, requestId } = origin;
  return { type: 'user', id: user.userId, name: user.email, address, requestId };
}

/** While passwords are off, one operator may use one, for when the provider is down. */
export function mayUsePassword(
  { isOn, breakGlass }: PasswordConfig,
  user: { readonly email: string; readonly operatorRole: OperatorRole | null },
): boolean {
  return isOn || (user.operatorRole !== null && user.email === breakGlass);
}

/** Undefined if the user has no second factor. Nothing of the browser is remembered before the second step succeeded. */
async function waitForFactor(connection: Connection, user: UserRow): Promise<PendingSignIn | undefined> {
  const token = newToken();
  const passwordDigest = digestOf(user.passwordHash);
  const kinds = await insertPending(connection, {
    hash: hashToken(token),
    userId: user.id,
    passwordDigest,
  });
  return kinds && { token, expiresIn: pendingSeconds, ...kinds };
}

/** Stored with a sign-in that waits for its second factor, so that it ends when the password changes. */
export function digestOf(passwordHash: string): Buffer {
  return createHash('sha256').update(passwordHash).digest();
}

/** Call it in the transaction that checks the proof. */
export async function openSession(
  connection: Connection,
  user: { readonly id: string; readonly email: string },
  origin: Origin,
  options: {
    readonly isRenewable: boolean;
    readonly proof?: SessionProof;
    /** Browsers are recognised only where Dragoman checks the password. */
    readonly isNewDevice?: boolean;
    readonly provider?: store.ProviderOfSession;
  },
): Promise<SignedIn> {
  const { isRenewable, proof = 'password', isNewDevice = false, provider } = options;
  const { address, browser } = origin;
  const token = newToken();
  const refreshToken = isRenewable ? newToken() : null;
  const renewal = refreshToken === null ? undefined : { refreshHash: hashToken(refreshToken), tokenSeconds };
  const session = { id: uuidV7(), userId: user.id, tokenHash: hashToken(token), renewal, provider };
  const hasGivenFactor = proof !== 'password';
  const expiresAt = await store.insertSession(connection, { ...session, address, browser, hasGivenFactor });
  const actor = userActor({ userId: user.id, email: user.email }, origin);
  const factor = proof === 'password' ? {} : { second_factor: proof };
  const details = provider === undefined ? factor : { provider: provider.issuer };
  await recordInTeamsOf(connection, actor, user.id, 'session.started', session.id, details);
  if (isNewDevice) await reportNewDevice(connection, user, session.id, origin);
  const tokenExpiresIn = isRenewable ? tokenSeconds : null;
  return { userId: user.id, token, expiresAt, tokenExpiresIn, refreshToken };
}

/** Deletes old sessions, sign-in attempts, known origins and links. */
export function createSessionHousekeeping(db: Database): { run(): Promise<'done'> } {
  return {
    async run() {
      await store.forgetOldSessions(db);
      await forgetOldTries(db);
      await forgetOldOrigins(db);
      await forgetOldLinks(db);
      await forgetOldProviderSignIns(db);
      await forgetOldPending(db);
      await forgetOldChallenges(db);
      await forgetOldSetUps(db);
      return 'done';
    },
  };
}
