/**
 * Decides whether a call may proceed: first by the team's calls in progress on this node, then by its rate
 * over all nodes. Refused calls are not counted. The loss of Redis delays a call once, and never refuses or
 * fails it.
 */
import { toRetryAfterSeconds } from '../lib/retry-after.ts';
import type { TeamLimits } from '../lib/team-limits.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../store/postgres/database.ts';
import { beat, removeNode } from '../store/postgres/nodes.ts';
import { openRedis, untilReady } from '../store/redis/connection.ts';
import { type RedisState, readRedisState } from '../store/redis/server-state.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { FailoverLimiter } from './failover-limiter.ts';
import { KeyedCalls } from './keyed-calls.ts';
import {
  characterBurst,
  type KeyRates,
  type Limiter,
  limitsOfKey,
  type RateRequest,
  type RateVerdict,
  ratesOf,
  type Standing,
} from './limiter.ts';
import { followLiveNodes } from './live-nodes.ts';
import { LocalLimiter } from './local-limiter.ts';
import { RateMemory } from './rate-memory.ts';
import { RedisLimiter } from './redis-limiter.ts';

/** A team's limits and what remains of each, for the response headers. */
export interface RateStatus {
  readonly requests: LimitStatus;
  readonly characters: LimitStatus;
}

/** The same for requests that are neither translate calls nor uploads. */
export interface OtherRateStatus {
  readonly 'other-requests': LimitStatus;
}

export type LimitStatus = RatePolicy & Partial<Standing>;

interface RatePolicy {
  readonly burst: number;
  /** The time in which an empty burst is fully restored. */
  readonly windowSeconds: number;
}

export type Admission =
  | { ok: true; rate: RateStatus; leave(): void }
  | RateRefusal
  | Refused<'in_flight', RateStatus>;

interface Refused<Reason extends string, Status> {
  ok: false;
  /** The limit that was exceeded. */
  reason: Reason;
  /** Its value as it was set. */
  limit: number;
  /** The limit is the key's, and not the team's. */
  isOfKey?: true;
  retryAfterSeconds: number;
  rate: Status;
}

type RateRefusal = Refused<'requests' | 'characters', RateStatus>;

export type Taken =
  | { ok: true; rate: RateStatus }
  | RateRefusal
  /** More than the team can ever accumulate, so waiting would not help. */
  | { ok: false; reason: 'size'; characters: number; most: number; rate: RateStatus };

export type RequestAdmission =
  | { ok: true; rate: OtherRateStatus }
  | Refused<'other_requests', OtherRateStatus>;

/** The rates of a key with limits of its own. */
export interface RatesOfKey extends KeyRates {
  readonly keyId: string;
}

export interface Limits {
  /** For a translate call or an upload. An admitted one must call `leave`. */
  admit(teamId: string, limits: TeamLimits, characters: number, own?: RatesOfKey): Promise<Admission>;
  /** For a call that was admitted before its characters were known. */
  takeCharacters(teamId: string, limits: TeamLimits, characters: number, own?: RatesOfKey): Promise<Taken>;
  /**
   * For every other request. These are counted separately, at the same rate: polling an account uses up no
   * calls, and a flood of calls does not prevent revoking the key that it uses.
   */
  takeRequest(teamId: string, limits: TeamLimits, own?: RatesOfKey): Promise<RequestAdmission>;
}

export interface OpenLimits extends Limits {
  readonly keyedCalls: KeyedCalls;
  /** The time since this node last wrote its heartbeat. */
  silentMs(): number;
  /** The Redis servers, as this node sees them. */
  readRedis(): Promise<RedisState>;
  close(): Promise<void>;
}

/** A call in progress usually ends soon, but the time is unknown. */
const inFlightRetryAfterSeconds = 1;
/** Only at start, so that the first calls meet the shared limits. */
const connectTimeoutMs = 1_000;

export async function openLimits(
  db: Database,
  nodeId: string,
  redisUrl: string,
  metrics: Metrics,
  logger: Logger,
): Promise<OpenLimits> {
  const nodes = await followLiveNodes(
    (isAlone) => beat(db, nodeId, isAlone),
    () => removeNode(db, nodeId),
    logger,
  );
  const redis = openRedis(redisUrl, logger);
  const memory = new RateMemory(monotonicUs);
  const limiter = new FailoverLimiter({
    redis: new RedisLimiter(redis, memory, () => 1 - nodes.count().othersAlone / nodes.count().live),
    local: new LocalLimiter(memory, () => nodes.count().live),
    announce: (isAlone) => {
      nodes.announce(isAlone);
      metrics.reportLimiterAlone(isAlone);
    },
    logger,
  });
  redis.on('close', () => limiter.open(new Error('the connection was lost')));
  await untilReady(redis, connectTimeoutMs);
  return {
    ...createLimits(limiter),
    keyedCalls: new KeyedCalls(redis),
    silentMs: nodes.silentMs,
    readRedis: () => readRedisState(redis),
    async close() {
      limiter.close();
      redis.disconnect();
      await nodes.close();
    },
  };
}

export function createLimits(limiter: Limiter): Limits {
  const inFlight = new CallsInFlight();
  const take = async (teamId: string, limits: TeamLimits, costs: [number, number], own?: RatesOfKey) => {
    const rates = ratesOf(limits, costs[1]);
    const verdict = await limiter.take({
      bucket: teamId,
      rates,
      costs,
      ...ofKey(teamId, limits, own, costs[1]),
    });
    const rate = statusOf(limits, verdict);
    if (verdict.allowed) return { ok: true, rate } as const;
    const retryAfterSeconds = toRetryAfterSeconds(verdict.waitMs);
    const isOfKey = own !== undefined && isExceeded(verdict.own, costs);
    const exceeded = isOfKey ? limitsOfKey(limits, own) : limits;
    const { left } = ((isOfKey ? verdict.own : undefined) ?? verdict).requests;
    // If both are exceeded, one of them is enough to know.
    const isRequests = left < costs[0];
    const reason = isRequests ? 'requests' : 'characters';
    const limit = isRequests ? exceeded.requestsPerSecond : exceeded.charactersPerMinute;
    return {
      ok: false,
      reason,
      limit,
      retryAfterSeconds,
      rate,
      ...(isOfKey && { isOfKey: true as const }),
    } as const;
  };
  return {
    async admit(teamId, limits, characters, own) {
      const leave = inFlight.enter(teamId, limits.callsInFlight);
      if (leave === undefined) {
        return {
          ok: false,
          reason: 'in_flight',
          limit: limits.callsInFlight,
          retryAfterSeconds: inFlightRetryAfterSeconds,
          rate: statusOf(limits),
        };
      }
      try {
        const taken = await take(teamId, limits, [1, characters], own);
        if (taken.ok) return { ...taken, leave };
        leave();
        return taken;
      } catch (error) {
        leave();
        throw error;
      }
    },
    async takeCharacters(teamId, limits, characters, own) {
      const most = characterBurst(own === undefined ? limits : limitsOfKey(limits, own));
      if (characters > most) return { ok: false, reason: 'size', characters, most, rate: statusOf(limits) };
      return take(teamId, limits, [0, characters], own);
    },
    async takeRequest(teamId, limits, own) {
      const bucket = `${teamId}:other`;
      const costs = [1, 0] as const;
      const verdict = await limiter.take({
        bucket,
        rates: ratesOf(limits),
        costs,
        ...ofKey(bucket, limits, own),
      });
      const { requests } = statusOf(limits, verdict);
      const rate = { 'other-requests': requests };
      if (verdict.allowed) return { ok: true, rate };
      const retryAfterSeconds = toRetryAfterSeconds(verdict.waitMs);
      const isOfKey = own !== undefined && isExceeded(verdict.own, costs);
      const exceeded = isOfKey ? limitsOfKey(limits, own) : limits;
      return {
        ok: false,
        reason: 'other_requests',
        limit: exceeded.requestsPerSecond,
        retryAfterSeconds,
        rate,
        ...(isOfKey && { isOfKey: true as const }),
      };
    },
  };
}

/** The bucket of a key is in the slot of its team's: see `rate-check.ts`. */
function ofKey(
  bucket: string,
  limits: TeamLimits,
  own: RatesOfKey | undefined,
  characters?: number,
): Pick<RateRequest, 'own'> {
  if (own === undefined) return {};
  return { own: { bucket: `${bucket}/${own.keyId}`, rates: ratesOf(limitsOfKey(limits, own), characters) } };
}

function isExceeded(standing: RateVerdict['own'], costs: readonly [number, number]): boolean {
  return standing !== undefined && (standing.requests.left < costs[0] || standing.characters.left < costs[1]);
}

function statusOf(limits: TeamLimits, verdict?: RateVerdict): RateStatus {
  const characters = characterBurst(limits);
  return {
    requests: {
      burst: limits.requestsBurst,
      windowSeconds: Math.ceil(limits.requestsBurst / limits.requestsPerSecond),
      ...verdict?.requests,
    },
    characters: {
      burst: characters,
      windowSeconds: Math.ceil((characters * 60) / limits.charactersPerMinute),
      ...verdict?.characters,
    },
  };
}

/** Wall time that never jumps: close to Redis's clock before its first answer, and steady afterwards. */
function monotonicUs(): number {
  return (performance.timeOrigin + performance.now()) * 1_000;
}
