/** What the changes of one's own second factor have in common: their proofs, recovery codes, and entries in the audit log. */
import type { Outcome } from '../../lib/outcome.ts';
import { type Connection, type Database, inTransaction } from '../../store/postgres/database.ts';
import { deleteChallenges } from '../../store/postgres/passkeys.ts';
import { replaceRecoveryCodes } from '../../store/postgres/second-factors.ts';
import { endSessions, proveSession } from '../../store/postgres/sessions.ts';
import { lockPassword } from '../../store/postgres/users.ts';
import { checkPassword } from '../users/check-password.ts';
import type { Origin } from '../users/origin.ts';
import { type Session, userActor } from '../users/sessions.ts';
import { forgetOriginsOfAccount, rememberOrigin } from '../users/sign-in-throttle.ts';
import { recordInTeamsOf } from '../users/users.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import * as refusals from './refusals.ts';
import {
  type Answerer,
  type FactorAnswer,
  type FactorParts,
  type FactorProof,
  takeAnswer,
} from './take-answer.ts';

/** Checks the password, and does the work under the lock of the user's row. */
export async function withPassword<T>(
  db: Database,
  session: Session,
  password: string,
  origin: Origin,
  work: (connection: Connection) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { id, email } = session;
  const proof = { kind: 'session', value: id } as const;
  const checked = await checkPassword(
    db,
    { email, address: origin.address, requestId: origin.requestId, proof },
    password,
  );
  // Not 401: the session is still valid.
  if (!checked.ok) return checked.problem.code === 'unauthorized' ? refusals.wrongPassword : checked;
  return inTransaction(db, async (connection) => {
    const isUnchanged = (await lockPassword(connection, email)) === checked.value.user.passwordHash;
    return isUnchanged ? work(connection) : refusals.wrongPassword;
  });
}

/** A passkey must have signed a challenge of this session. */
export async function takeOwnAnswer(
  connection: Connection,
  parts: FactorParts,
  session: Session,
  answer: FactorAnswer | undefined,
  origin: Origin,
): Promise<Outcome<FactorProof>> {
  if (answer === undefined) return refusals.answerNeeded;
  const use = { purpose: 'prove', within: session.id } as const;
  return takeAnswer(connection, parts, { ...answererOf(session, origin), answer, use });
}

export function answererOf(session: Session, origin: Origin): Answerer {
  return {
    user: { id: session.userId, email: session.email },
    actor: userActor(session, origin),
    proof: { kind: 'session', value: session.id },
  };
}

/**
 * The factor was off until now. Sessions elsewhere began without it, so they end, and browsers that signed in without it are
 * strangers: each would have codes of its own to try. Whoever was about to add a passkey did not give the factor, and starts
 * again. Returns the recovery codes.
 */
export async function startFactor(
  connection: Connection,
  session: Session,
  origin: Origin,
): Promise<string[]> {
  await endSessions(connection, session.userId, session.id);
  await proveSession(connection, session.id);
  await deleteChallenges(connection, session.userId);
  await forgetOriginsOfAccount(connection, session.email);
  await rememberOrigin(connection, session.email, origin.address);
  await recordOwn(connection, session, origin, 'user.second_factor_on');
  return writeRecoveryCodes(connection, session.userId);
}

export async function writeRecoveryCodes(connection: Connection, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(userId, code));
  await replaceRecoveryCodes(connection, userId, hashes);
  return codes;
}

export function recordOwn(
  connection: Connection,
  session: Session,
  origin: Origin,
  action: string,
  details: object = {},
): Promise<void> {
  const { userId, email } = session;
  return recordInTeamsOf(connection, userActor(session, origin), userId, action, userId, {
    email,
    ...details,
  });
}
