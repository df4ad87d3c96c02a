/** Checks a user's password: to sign in, to join a team, or to change the password. */
import { clientNetwork } from '../../lib/client-network.ts';
import { type Problem, problem } from '../../lib/errors.ts';
import { done, type Outcome, refused } from '../../lib/outcome.ts';
import { RoundRobinQueue } from '../../lib/round-robin-queue.ts';
import type { Database } from '../../store/postgres/database.ts';
import { findUserByEmail, type UserRow } from '../../store/postgres/users.ts';
import { cleanEmail } from './email.ts';
import { isPasswordRight, simulateCheckDelay } from './passwords.ts';
import { admitTry, forgiveSignInTry, type SignInTry } from './sign-in-throttle.ts';

/**
 * Limits the Postgres queries of clients that are not signed in, per process. Attempts from one network wait
 * for each other's rows, so without this a flood of them would take every connection of the pool.
 */
const unauthenticatedQueries = new RoundRobinQueue({ concurrency: 2, maxWaiting: 200, maxWaitingPerKey: 50 });

const busy = problem(
  'service_unavailable',
  'Too many requests arrived at once. Try again in a few seconds.',
  3,
);

/** Runs a request of a client that is not signed in when it is the turn of the client's network. */
export async function queueByNetwork<T>(
  address: string,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return (await unauthenticatedQueries.run(clientNetwork(address), work)) ?? { ok: false, problem: busy };
}

// An unknown user and a wrong password must be indistinguishable, so the same object answers both.
const wrong = refused('unauthorized', 'E-mail address or password is wrong. Check both, then try again.');

export interface CheckedPassword {
  readonly user: UserRow;
  /** The client presented the token of a device from which the user has signed in before. */
  readonly isKnownDevice: boolean;
}

/** Returns the user if the password is right. Attempts are counted, and refused if there are too many. */
export async function checkPassword(
  db: Database,
  typed: SignInTry,
  password: string,
): Promise<Outcome<CheckedPassword>> {
  const signInTry = { ...typed, email: cleanEmail(typed.email) ?? '' };
  const { email, address } = signInTry;
  const counted = await queueByNetwork(address, async () => done(await admitTry(db, signInTry)));
  if (!counted.ok) return counted;
  const admission = counted.value;
  if (admission.isRefused) {
    await simulateCheckDelay();
    return { ok: false, problem: tooManyTries(admission.waitSeconds) };
  }
  const { isKnown, isKnownDevice, unknownClientWaitSeconds } = admission;
  const user = await findUserByEmail(db, email);
  const turn = { isKnown, key: isKnown ? email : clientNetwork(address) };
  if (!(await isPasswordRight(user?.passwordHash, password, turn)) || user === undefined)
    return unknownClientWaitSeconds === undefined
      ? wrong
      : { ok: false, problem: tooManyTries(unknownClientWaitSeconds) };
  await forgiveSignInTry(db, signInTry);
  return done({ user, isKnownDevice });
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
}

function tooManyTries(waitSeconds: number): Problem {
  return problem(
    'rate_limited',
    `There were too many failed attempts to sign in. Wait ${describeWait(waitSeconds)}, use a browser or network where you signed in before, or ask an owner of your team for a link to a new password.`,
    waitSeconds,
  );
}
