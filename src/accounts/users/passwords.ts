/**
 * Passwords: argon2id with the parameters that OWASP recommends, which are the library's own. Each takes a core for tens
 * of milliseconds, so only half of the cores do this at once (one for each of two queues at least), and the rest waits.
 */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { ProblemError, problem } from '../../lib/errors.ts';
import { FairQueue } from '../../lib/fair-queue.ts';

const minLength = 12;
const maxLength = 200;

export const passwordRule = `A password has ${minLength} to ${maxLength} characters.`;

export function isPassword(value: string): boolean {
  const { length } = [...value];
  return length >= minLength && length <= maxLength && value.isWellFormed();
}

/**
 * Who waits with whom for a core. Strangers can be as many as somebody has machines, so those who are known do not wait
 * behind them.
 */
export interface HashingTurn {
  readonly isKnown: boolean;
  /** Those with the same one take turns with the others as if they were one. */
  readonly key: string;
}

const limits = {
  concurrency: Math.max(1, Math.floor(availableParallelism() / 4)),
  // The last of them waits for some seconds.
  maxWaiting: 100,
  maxWaitingPerKey: 20,
};
const known = new FairQueue(limits);
const strangers = new FairQueue(limits);

const busy = problem(
  'service_unavailable',
  'Many people are signing in right now. Try again in a few seconds.',
  3,
);

async function inTurn<T>({ isKnown, key }: HashingTurn, work: () => Promise<T>): Promise<T> {
  const result = await (isKnown ? known : strangers).run(key, work);
  if (result === undefined) throw new ProblemError(busy);
  return result;
}

export function hashPassword(
  password: string,
  turn: HashingTurn = { isKnown: true, key: '' },
): Promise<string> {
  return inTurn(turn, () => hash(password.normalize('NFC')));
}

let nobodysHash: Promise<string> | undefined;
/** How long a check took lately, with the time that it waited. */
let usualCheckMs = 50;

/** Whether this is the password. Without a hash it takes the same time to say no: who listens learns nothing. */
export async function isPasswordRight(
  storedHash: string | undefined,
  password: string,
  turn: HashingTurn,
): Promise<boolean> {
  nobodysHash ??= hash(newPassword());
  const hashed = storedHash ?? (await nobodysHash);
  const startedAt = performance.now();
  const matches = await inTurn(turn, () => verify(hashed, password.normalize('NFC')));
  usualCheckMs += (performance.now() - startedAt - usualCheckMs) / 8;
  return matches && storedHash !== undefined;
}

/** As long as a check, and costs nothing: somebody who is refused unheard must not learn that nothing was checked. */
export function takeTimeOfCheck(): Promise<void> {
  return delay(usualCheckMs * (0.75 + Math.random() / 2));
}

/** 144 random bits. */
export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}
