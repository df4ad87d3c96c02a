/**
 * Records failed attempts to sign in, and lockouts, in the audit logs of the account's teams. However many there are, the
 * entries are few: the first failure, the tenth, the hundredth and so on of an account and a network in 15 minutes, and at
 * most 50 entries for an account in a day. What was typed for an account that does not exist is not recorded: it may be a
 * password.
 */
import { clientNetwork } from '../../lib/client-network.ts';
import { type Database, inTransaction } from '../../store/postgres/database.ts';
import { countAttempts } from '../../store/postgres/sign-in-attempts.ts';
import type { UserRow } from '../../store/postgres/users.ts';
import { throttleSubject } from './sign-in-throttle.ts';
import { recordInTeamsOf } from './users.ts';

const windowSeconds = 15 * 60;
const daySeconds = 24 * 3_600;
const maxEntriesPerDay = 50;

export interface FailedTry {
  readonly address: string;
  readonly requestId: string;
  /** Whether the attempt was refused without a look at its password. */
  readonly isLockedOut: boolean;
}

/** `user`: undefined for an account that does not exist. */
export async function recordFailedTry(
  db: Database,
  user: UserRow | undefined,
  failed: FailedTry,
): Promise<void> {
  const network = clientNetwork(failed.address);
  const action = failed.isLockedOut ? 'sign_in.locked' : 'sign_in.failed';
  // Counted for nobody as well, in one row for the network: without that work, a flood would be over sooner.
  const [count] = await countAttempts(db, [
    { subject: throttleSubject(`audit ${action}`, user?.email ?? '', network), windowSeconds },
  ]);
  const attempts = count?.tries ?? 0;
  if (user === undefined || !isPowerOfTen(attempts)) return;
  const { email } = user;
  const [entries] = await countAttempts(db, [
    { subject: throttleSubject('audit entries', email), windowSeconds: daySeconds },
  ]);
  if ((entries?.tries ?? 0) > maxEntriesPerDay) return;
  const actor = { type: 'unknown', address: failed.address, requestId: failed.requestId } as const;
  const details = { email, attempts, minutes: windowSeconds / 60 };
  await inTransaction(db, (connection) =>
    recordInTeamsOf(connection, actor, user.id, action, user.id, details),
  );
}

function isPowerOfTen(count: number): boolean {
  return /^10*$/.test(String(count));
}
