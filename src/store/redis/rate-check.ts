/** Runs gcra.lua: one round trip checks and takes both limits of a bucket. */
import { type RedisClient, withRedisTimeout } from './connection.ts';
import { readScript, runScript } from './run-script.ts';

const script = readScript('gcra.lua');

/** One of the two limits as arguments of the script; times are in microseconds of Redis's clock. */
export interface RateArguments {
  readonly intervalUs: number;
  readonly toleranceUs: number;
  /** The TAT that this node remembers, or 0. */
  readonly knownTatUs: number;
}

type Pair<T> = readonly [T, T];

export interface RateCheck {
  readonly bucket: string;
  /** Requests and characters. */
  readonly limits: Pair<RateArguments>;
  /** The cost of each call in both limits. */
  readonly calls: readonly Pair<number>[];
  /** `ask`: take both or neither. `force`: record calls that were already admitted, even beyond the limit. */
  readonly how: 'ask' | 'force';
}

export interface CallReply {
  readonly allowed: boolean;
  readonly waitMs: number;
  readonly left: Pair<number>;
  /** Time until the limit is fully restored. */
  readonly fullInUs: Pair<number>;
}

export interface RateReply {
  readonly nowUs: number;
  readonly tatUs: Pair<number>;
  readonly calls: readonly CallReply[];
}

/** Fields of the script's reply before the calls, and per call. */
const headLength = 3;
const fieldsPerCall = 6;

export async function checkRates(
  redis: RedisClient,
  { bucket, limits, calls, how }: RateCheck,
  patienceMs?: number,
): Promise<RateReply> {
  const keys = [`rate:{${bucket}}:requests`, `rate:{${bucket}}:characters`];
  const args = limits.flatMap((limit) => [limit.intervalUs, limit.toleranceUs, limit.knownTatUs]);
  const reply = await withRedisTimeout(
    runScript(redis, script, keys, [...args, how === 'force' ? 1 : 0, ...calls.flat()]),
    patienceMs,
  );
  const [nowUs, ...tatUs] = (reply as string[]).slice(0, headLength).map(Number);
  const fields = reply as number[];
  return {
    nowUs: nowUs ?? 0,
    tatUs: tatUs as unknown as Pair<number>,
    calls: calls.map((_, i) => callReply(fields, headLength + i * fieldsPerCall)),
  };
}

function callReply(fields: readonly number[], at: number): CallReply {
  const field = (offset: number) => fields[at + offset] ?? 0;
  return {
    allowed: field(0) === 1,
    waitMs: field(1),
    left: [field(2), field(4)],
    fullInUs: [field(3), field(5)],
  };
}
