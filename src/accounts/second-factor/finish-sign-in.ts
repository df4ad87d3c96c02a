/**
 * The second step of signing in: a code or a passkey, for a sign-in whose password was right. Any node can finish what
 * another began.
 */
import type { PasswordConfig } from '../../config/single-sign-on.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import * as store from '../../store/postgres/pending-sign-ins.ts';
import { lockPassword } from '../../store/postgres/users.ts';
import { queueByNetwork } from '../users/check-password.ts';
import type { Origin } from '../users/origin.ts';
import { hashToken, newToken } from '../users/secret-tokens.ts';
import { digestOf, mayUsePassword, openSession, type SignedInBrowser } from '../users/sessions.ts';
import { isDeviceOf, rememberOrigin } from '../users/sign-in-throttle.ts';
import { askForPasskey, type PasskeyQuestion } from './ask-for-passkey.ts';
import * as refusals from './refusals.ts';
import { type FactorAnswer, type FactorParts, takeAnswer } from './take-answer.ts';

export interface SecondStep {
  readonly pendingToken: string;
  readonly answer: FactorAnswer | undefined;
  readonly device?: string | undefined;
  readonly renewable?: boolean | undefined;
}

export type SignInFinisher = ReturnType<typeof createSignInFinisher>;

export function createSignInFinisher(db: Database, parts: FactorParts, passwords: PasswordConfig) {
  const inTurn = <T>(origin: Origin, work: (connection: Connection) => Promise<Outcome<T>>) =>
    queueByNetwork(origin.address, () => inTransaction(db, work));
  return {
    /** For a sign-in that is finished with a passkey. */
    ask: (pendingToken: string, origin: Origin): Promise<Outcome<PasskeyQuestion>> =>
      inTurn(origin, async (connection) => {
        const user = await store.findPending(connection, hashToken(pendingToken));
        if (user === undefined || !mayUsePassword(passwords, user)) return refusals.signInOver;
        await lockPassword(connection, user.email);
        return askForPasskey(connection, parts.party(), { userId: user.id, ...signedFor(pendingToken) });
      }),
    finish: (step: SecondStep, origin: Origin): Promise<Outcome<SignedInBrowser>> =>
      inTurn(origin, (connection) => finish(connection, parts, passwords, step, origin)),
  };
}

function signedFor(pendingToken: string) {
  return { purpose: 'sign in', within: hashToken(pendingToken).toString('hex') } as const;
}

async function finish(
  connection: Connection,
  parts: FactorParts,
  passwords: PasswordConfig,
  { pendingToken, answer, device, renewable = false }: SecondStep,
  origin: Origin,
): Promise<Outcome<SignedInBrowser>> {
  if (answer === undefined) return refusals.answerNeeded;
  const { address, requestId } = origin;
  const hash = hashToken(pendingToken);
  const user = await store.findPending(connection, hash);
  if (user === undefined || !mayUsePassword(passwords, user)) return refusals.signInOver;
  // First, as in every change of the user. Until the end, nobody else checks an answer of this user.
  const passwordHash = await lockPassword(connection, user.email);
  const pending = await store.countPendingTry(connection, hash);
  if (pending === undefined || passwordHash === undefined) return refusals.signInOver;
  if (!pending.passwordDigest.equals(digestOf(passwordHash))) return refusals.signInOver;
  const proof = device === undefined ? undefined : ({ kind: 'device', value: device } as const);
  const actor = { type: 'unknown', address, requestId } as const;
  const use = signedFor(pendingToken);
  const taken = await takeAnswer(connection, parts, { user, answer, actor, proof, use });
  if (!taken.ok) {
    const isLast = pending.tries === store.maxPendingTries;
    const wrong = refusals.wrongSignInAnswer(taken);
    if (wrong === undefined) return taken;
    return isLast ? refusals.signInOver : wrong;
  }
  await store.deletePending(connection, hash);
  const isKnown = device !== undefined && (await isDeviceOf(connection, user.email, device));
  const ownDevice = isKnown ? device : newToken();
  await rememberOrigin(connection, user.email, address, ownDevice);
  const options = { isRenewable: renewable, proof: taken.value, isNewDevice: !isKnown };
  const started = await openSession(connection, user, origin, options);
  return done({ ...started, device: ownDevice });
}
