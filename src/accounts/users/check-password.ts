/** Checks a user's password: to sign in, to join a team, or to change the password. */
import { clientNetwork } from '../../lib/client-network.ts';
import { done, type Outcome } from '../../lib/outcome.ts';
import { RoundRobinQueue } from '../../lib/round-robin-queue.ts';
import type { Database } from '../../store/postgres/database.ts';
import { findUserByEmail, type UserRow } from '../../store/postgres/users.ts';
import { cleanEmail } from './email.ts';
import { recordFailedTry } from './failed-tries.ts';
import { isPasswordRight, simulateCheckDelay } from './passwords.ts';
import * as refusals from './refusals.ts';
import { admitTry, forgiveSignInTry, type SignInTry } from './sign-in-throttle.ts';

/**
 * Limits the Postgres queries of clients that are not signed in, per process. Attempts from one network wait
 * for each other's rows, so without this a flood of them would take every connection of the pool.
 */
const unauthenticatedQueries = new RoundRobinQueue({ concurrency: 2, maxWaiting: 200, maxWaitingPerKey: 50 });

/** Entries of the audit log wait apart: requests that wait behind those of an account would tell that it exists. */
const auditEntries = new RoundRobinQueue({ concurrency: 1, maxWaiting: 200, maxWaitingPerKey: 50 });

/** Runs a request of a client that is not signed in when it is the turn of the client's network. */
export async function queueByNetwork<T>(
  address: string,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return (await unauthenticatedQueries.run(clientNetwork(address), work)) ?? refusals.tooManyRequests;
}

export interface CheckedPassword {
  readonly user: UserRow;
  /** The client presented the token of a device from which the user has signed in before. */
  readonly isKnownDevice: boolean;
}

/** Returns the user if the password is right. Attempts are counted, and refused if there are too many. */
export async function checkPassword(
  db: Database,
  typed: SignInTry & { readonly requestId: string },
  password: string,
): Promise<Outcome<CheckedPassword>> {
  const signInTry = { ...typed, email: cleanEmail(typed.email) ?? '' };
  const { email, address } = signInTry;
  const counted = await queueByNetwork(address, async () => done(await admitTry(db, signInTry)));
  if (!counted.ok) return counted;
  const admission = counted.value;
  if (admission.isRefused) {
    record(db, signInTry, true);
    await simulateCheckDelay();
    return refusals.tooManyAttempts(admission.waitSeconds);
  }
  const { isKnown, isKnownDevice, unknownClientWaitSeconds } = admission;
  const user = await findUserByEmail(db, email);
  const turn = { isKnown, key: isKnown ? email : clientNetwork(address) };
  if (!(await isPasswordRight(user?.passwordHash, password, turn)) || user === undefined) {
    record(db, signInTry, unknownClientWaitSeconds !== undefined);
    return unknownClientWaitSeconds === undefined
      ? refusals.wrongPassword
      : refusals.tooManyAttempts(unknownClientWaitSeconds);
  }
  await forgiveSignInTry(db, signInTry);
  return done({ user, isKnownDevice });
}

/**
 * In its own time: the answer must not take longer for an account that exists. In a flood, entries are left out; the
 * entries that are there say how many attempts there were.
 */
function record(
  db: Database,
  { email, address, requestId }: SignInTry & { readonly requestId: string },
  isLockedOut: boolean,
): void {
  const written = auditEntries.run(clientNetwork(address), async () => {
    const user = await findUserByEmail(db, email);
    await recordFailedTry(db, user, { address, requestId, isLockedOut });
  });
  // Postgres is away. The attempt itself was answered.
  written.catch(() => undefined);
}
