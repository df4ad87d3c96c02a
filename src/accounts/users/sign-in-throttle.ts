/**
 * Slows down who guesses passwords, by account and by address. A try is counted before its password is looked at, so a
 * thousand tries at once are no way around it. What is counted is in Postgres: every node sees it, with or without Redis.
 */
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Connection, Database } from '../../store/postgres/database.ts';
import { countTry, forgetTries, forgiveTry } from '../../store/postgres/sign-in-tries.ts';

const windowSeconds = 15 * 60;
/** Few enough that guessing is hopeless, enough for somebody who mistypes. */
const triesPerAccount = 10;
/** An office may share one address. */
const triesPerAddress = 50;

/** How long to wait before the next try, or undefined when this one may go on. */
export async function countSignInTry(
  db: Database,
  email: string,
  address: string,
): Promise<number | undefined> {
  const byAddress = await countTry(db, addressSubject(address), windowSeconds);
  if (byAddress.tries > triesPerAddress) return byAddress.secondsLeft;
  const byAccount = await countTry(db, accountSubject(email), windowSeconds);
  return byAccount.tries > triesPerAccount ? byAccount.secondsLeft : undefined;
}

export async function forgiveSignInTry(
  connection: Connection,
  email: string,
  address: string,
): Promise<void> {
  await forgiveTry(connection, addressSubject(address));
  await forgetTries(connection, accountSubject(email));
}

function accountSubject(email: string): Buffer {
  return subject(`account ${email}`);
}

/** Whoever has one IPv6 address has its whole network. */
function addressSubject(address: string): Buffer {
  return subject(`address ${isIPv6(address) ? networkOf(address) : address}`);
}

/** The first 64 bits, written out. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::', 2);
  const first = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from(
    { length: tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length) },
    () => '0',
  );
  return [...first, ...zeros, ...last].slice(0, 4).join(':').toLowerCase();
}

function subject(name: string): Buffer {
  return createHash('sha256').update(name).digest();
}
