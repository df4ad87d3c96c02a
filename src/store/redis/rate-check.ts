/** Runs gcra.lua: one round trip that checks and takes both of a team's limits. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type RedisClient, withinPatience } from './connection.ts';

const script = readFileSync(new URL('gcra.lua', import.meta.url), 'utf8');
const sha = createHash('sha1').update(script).digest('hex');

/** One of the two limits, as the script takes it; times in microseconds of Redis's clock. */
export interface RateArguments {
  readonly intervalUs: number;
  readonly toleranceUs: number;
  readonly cost: number;
  /** The TAT that this node remembers, or 0. */
  readonly knownTatUs: number;
}

export interface RateReply {
  readonly allowed: boolean;
  readonly waitMs: number;
  readonly nowUs: number;
  readonly requests: { readonly tatUs: number; readonly left: number };
  readonly characters: { readonly tatUs: number; readonly left: number };
}

type Reply = [number, number, string, string, number, string, number];

/** `how`: take both or neither; or take what was let through already, whether it is there or not. */
export async function checkRates(
  redis: RedisClient,
  teamId: string,
  [requests, characters]: readonly [RateArguments, RateArguments],
  how: 'ask' | 'force',
): Promise<RateReply> {
  const keys = [`rate:{${teamId}}:requests`, `rate:{${teamId}}:characters`];
  const args = [requests, characters].flatMap((r) => [r.intervalUs, r.toleranceUs, r.cost, r.knownTatUs]);
  const reply = await withinPatience(run(redis, [...keys, ...args, how === 'force' ? 1 : 0]));
  const [allowed, waitMs, nowUs, requestsTat, requestsLeft, charactersTat, charactersLeft] = reply as Reply;
  return {
    allowed: allowed === 1,
    waitMs,
    nowUs: Number(nowUs),
    requests: { tatUs: Number(requestsTat), left: requestsLeft },
    characters: { tatUs: Number(charactersTat), left: charactersLeft },
  };
}

/** By its hash; whole where the server doesn't know it: new, restarted, flushed, or another one of a Cluster. */
async function run(redis: RedisClient, args: (string | number)[]): Promise<unknown> {
  try {
    return await redis.evalsha(sha, 2, ...args);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(script, 2, ...args);
  }
}
