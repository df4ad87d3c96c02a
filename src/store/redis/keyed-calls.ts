/** Runs keyed-calls.lua: tracks the calls in progress under an Idempotency-Key, across all nodes. */
import { type RedisClient, withRedisTimeout } from './connection.ts';
import { readScript, runScript } from './run-script.ts';

const script = readScript('keyed-calls.lua');

/** A call and its Idempotency-Key; key and body are HMACs. */
export interface KeyedCall {
  readonly teamId: string;
  readonly key: string;
  readonly body: string;
  readonly callId: string;
}

export type Entry = 'entered' | 'full' | 'another body';

export interface Entering {
  /** How many other calls may be in progress. */
  readonly mostOthers: number;
  /** The call that was charged under the key, which does not count. */
  readonly besides?: string | undefined;
  readonly remainingMs: number;
}

const nameOf = ({ teamId, key }: KeyedCall) => `idempotency:{${teamId}}:${key}`;

export async function enterKey(
  redis: RedisClient,
  call: KeyedCall,
  { mostOthers, besides = '', remainingMs }: Entering,
  patienceMs?: number,
): Promise<Entry> {
  const args = [call.body, call.callId, mostOthers, besides, Math.max(1, Math.ceil(remainingMs))];
  const reply = await withRedisTimeout(runScript(redis, script, [nameOf(call)], args), patienceMs);
  if (reply === 1) return 'entered';
  return reply === 0 ? 'full' : 'another body';
}

export async function leaveKey(redis: RedisClient, call: KeyedCall, patienceMs?: number): Promise<void> {
  await withRedisTimeout(redis.zrem(nameOf(call), `${call.body}:${call.callId}`), patienceMs);
}
