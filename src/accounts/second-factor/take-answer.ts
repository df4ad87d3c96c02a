/**
 * Counts the codes and signatures for an account before they are checked, on all nodes together. A browser that signed in
 * before, and a session, have an allowance of their own, so nobody who knows the password keeps its owner out there.
 */
import type { Actor, UnknownActor } from '../../lib/actor.ts';
import type { DataKeys } from '../../lib/data-keys.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import type { Connection } from '../../store/postgres/database.ts';
import { admitCode, forgiveCode, type SignInTry } from '../users/sign-in-throttle.ts';
import { recordInTeamsOf } from '../users/users.ts';
import type { ChallengeUse } from './challenges.ts';
import { checkCode } from './check-code.ts';
import { checkPasskey } from './check-passkey.ts';
import * as refusals from './refusals.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Assertion } from './webauthn.ts';

/** What answers are checked with. */
export interface FactorParts {
  readonly keys: DataKeys | undefined;
  /** Undefined where browsers have no passkeys. */
  party(): RelyingParty | undefined;
}

export type FactorAnswer = { readonly code: string } | { readonly passkey: Assertion };

/** Undefined unless there is exactly one answer. */
export function answerOf(given: {
  readonly code?: string | undefined;
  readonly passkey?: Assertion | undefined;
}): FactorAnswer | undefined {
  const { code, passkey } = given;
  if (code !== undefined && passkey !== undefined) return undefined;
  if (passkey !== undefined) return { passkey };
  return code === undefined ? undefined : { code };
}

/** Who answers, and where. */
export interface Answerer {
  readonly user: { readonly id: string; readonly email: string };
  /** Whom the audit log names if the answer is wrong. */
  readonly actor: Actor | UnknownActor;
  readonly proof: SignInTry['proof'];
}

export interface AnswerTry extends Answerer {
  readonly answer: FactorAnswer;
  /** For what a passkey must have signed. */
  readonly use: Omit<ChallengeUse, 'userId'>;
}

export type FactorProof = 'app' | 'recovery code' | 'passkey';

/** The kind of the answer, if it is right and there were not too many wrong ones. Call it under the lock of the user. */
export function takeAnswer(
  connection: Connection,
  { keys, party }: FactorParts,
  { answer, use, ...answerer }: AnswerTry,
): Promise<Outcome<FactorProof>> {
  const { id, email } = answerer.user;
  const record = (action: string, details: object = {}) =>
    recordInTeamsOf(connection, answerer.actor, id, action, id, { email, ...details });
  return countAnswer(connection, answerer, async (): Promise<Outcome<FactorProof>> => {
    if ('passkey' in answer) {
      const check = await checkPasskey(connection, party(), { ...use, userId: id }, answer.passkey);
      if (check.kind === 'passkey') return done('passkey');
      if (check.kind === 'copied') await record('user.passkey_copied', { name: check.name });
      else await record('user.passkey_failed');
      return check.kind === 'copied' ? refusals.copiedPasskey : refusals.wrongPasskey;
    }
    const check = await checkCode(connection, keys, id, answer.code);
    if (check === 'unreadable') return refusals.unreadable;
    if (check === 'wrong') {
      await record('user.second_factor_failed');
      return refusals.wrongCode;
    }
    if (check === 'recovery code') await record('user.recovery_code_used');
    return done(check);
  });
}

/** Runs the check if there were not too many that failed. */
export async function countAnswer<T>(
  connection: Connection,
  { user: { id, email }, actor, proof }: Answerer,
  check: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const admission = await admitCode(connection, { email, proof });
  if (admission.waitSeconds !== undefined) {
    if (admission.isFirst)
      await recordInTeamsOf(connection, actor, id, 'user.second_factor_locked', id, { email });
    return refusals.tooManyCodes(admission.waitSeconds);
  }
  const checked = await check();
  if (checked.ok) await forgiveCode(connection, { email, proof });
  return checked;
}
