/** Runs gcra.lua: one round trip checks and takes the limits of one or two buckets. */
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

export interface BucketCheck {
  readonly bucket: string;
  /** Requests and characters. */
  readonly limits: Pair<RateArguments>;
}

export interface RateCheck {
  /** A call is taken from all of them, or from none. */
  readonly buckets: readonly BucketCheck[];
  /** The cost of each call in both limits. */
  readonly calls: readonly Pair<number>[];
  /** `ask`: take both or neither. `force`: record calls that were already admitted, even beyond the limit. */
  readonly how: 'ask' | 'force';
}

interface BucketStanding {
  readonly left: Pair<number>;
  /** Time until the limit is fully restored. */
  readonly fullInUs: Pair<number>;
}

export interface CallReply {
  readonly allowed: boolean;
  readonly waitMs: number;
  /** In the order of the buckets. */
  readonly standings: readonly BucketStanding[];
}

export interface RateReply {
  readonly nowUs: number;
  /** In the order of the buckets. */
  readonly tatsUs: readonly Pair<number>[];
  readonly calls: readonly CallReply[];
}

/** Fields of the script's reply for each call, and for each bucket of a call. */
const callFields = 2;
const bucketFields = 4;

export async function checkRates(
  redis: RedisClient,
  { buckets, calls, how }: RateCheck,
  patienceMs?: number,
): Promise<RateReply> {
  const keys = buckets.flatMap(({ bucket }) => keysOf(bucket));
  const args = buckets
    .flatMap(({ limits }) => limits)
    .flatMap((limit) => [limit.intervalUs, limit.toleranceUs, limit.knownTatUs]);
  const reply = await withRedisTimeout(
    runScript(redis, script, keys, [...args, how === 'force' ? 1 : 0, ...calls.flat()]),
    patienceMs,
  );
  const headLength = 1 + keys.length;
  const [nowUs = 0, ...tatsUs] = (reply as string[]).slice(0, headLength).map(Number);
  const fields = reply as number[];
  const fieldsPerCall = callFields + bucketFields * buckets.length;
  return {
    nowUs,
    tatsUs: buckets.map((_, i) => [tatsUs[2 * i] ?? 0, tatsUs[2 * i + 1] ?? 0]),
    calls: calls.map((_, i) => callReply(fields, headLength + i * fieldsPerCall, buckets.length)),
  };
}

/** The part before the slash is the hash tag: a team and its keys are in one slot of a Cluster. */
function keysOf(bucket: string): string[] {
  const [tag = '', key] = bucket.split('/', 2);
  const name = key === undefined ? `rate:{${tag}}` : `rate:{${tag}}:${key}`;
  return [`${name}:requests`, `${name}:characters`];
}

function callReply(fields: readonly number[], at: number, buckets: number): CallReply {
  const field = (offset: number) => fields[at + offset] ?? 0;
  const standings = Array.from({ length: buckets }, (_, i): BucketStanding => {
    const first = callFields + i * bucketFields;
    return { left: [field(first), field(first + 2)], fullInUs: [field(first + 1), field(first + 3)] };
  });
  return { allowed: field(0) === 1, waitMs: field(1), standings };
}
