/**
 * Hashes passwords with argon2id and the parameters that OWASP recommends, which are the library's defaults.
 * Each hash occupies a core for tens of milliseconds, so the two queues together use at most half of the
 * cores (each at least one), and other requests wait.
 */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { ProblemError } from '../../lib/errors.ts';
import { RoundRobinQueue } from '../../lib/round-robin-queue.ts';
import { tooManySignIns } from './refusals.ts';

const minLength = 12;
const maxLength = 200;

export const passwordRule = `A password must have ${minLength} to ${maxLength} characters.`;

export function isPassword(value: string): boolean {
  const { length } = [...value];
  return length >= minLength && length <= maxLength && value.isWellFormed();
}

/**
 * Selects the queue for a hash. Unknown clients can be as many as an attacker has machines, so known users do
 * not wait behind them.
 */
export interface HashingTurn {
  readonly isKnown: boolean;
  /** Requests with the same key take turns with the others as if they were one client. */
  readonly key: string;
}

const limits = {
  concurrency: Math.max(1, Math.floor(availableParallelism() / 4)),
  // With this many waiting, the last one waits for several seconds.
  maxWaiting: 100,
  maxWaitingPerKey: 20,
};
const knownQueue = new RoundRobinQueue(limits);
const unknownQueue = new RoundRobinQueue(limits);

async function inTurn<T>({ isKnown, key }: HashingTurn, work: () => Promise<T>): Promise<T> {
  const result = await (isKnown ? knownQueue : unknownQueue).run(key, work);
  if (result === undefined) throw new ProblemError(tooManySignIns);
  return result;
}

export function hashPassword(
  password: string,
  turn: HashingTurn = { isKnown: true, key: '' },
): Promise<string> {
  return inTurn(turn, () => hash(password.normalize('NFC')));
}

let nobodysHash: Promise<string> | undefined;

/**
 * The hash of a password that nobody knows, for accounts without one. All of them in this process share it: hashing one for each of
 * the hundreds who sign in with the provider on its first morning would refuse most of them.
 */
export function hashOfNobody(): Promise<string> {
  nobodysHash ??= hash(newPassword());
  return nobodysHash;
}

/** A moving average of the duration of a check, including its time in the queue. */
let averageCheckMs = 50;

/**
 * Whether the password is right. Without a hash the check takes as long, so that timing does not reveal
 * whether the user exists.
 */
export async function isPasswordRight(
  storedHash: string | undefined,
  password: string,
  turn: HashingTurn,
): Promise<boolean> {
  const hashed = storedHash ?? (await hashOfNobody());
  const startedAt = performance.now();
  const matches = await inTurn(turn, () => verify(hashed, password.normalize('NFC')));
  averageCheckMs += (performance.now() - startedAt - averageCheckMs) / 8;
  return matches && storedHash !== undefined;
}

/** Waits as long as a check takes, without its cost, so that a refusal does not reveal the missing check. */
export function simulateCheckDelay(): Promise<void> {
  return delay(averageCheckMs * (0.75 + Math.random() / 2));
}

/** 144 random bits. */
export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}
