/**
 * Says whether a call may go on now: how many calls a team has under way on this node, then how fast it calls, over
 * all nodes. What is refused is not counted. A lost Redis slows a call down once, and never refuses or fails it.
 */
import { toRetryAfterSeconds } from '../lib/retry-after.ts';
import type { TeamLimits } from '../lib/team-limits.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../store/postgres/database.ts';
import { beat, sayGoodbye } from '../store/postgres/nodes.ts';
import { openRedis, untilReady } from '../store/redis/connection.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { FailoverLimiter } from './failover-limiter.ts';
import { KeyedCalls } from './keyed-calls.ts';
import { characterBurst, type Limiter, type RateVerdict, ratesOf, type Standing } from './limiter.ts';
import { followLiveNodes } from './live-nodes.ts';
import { LocalLimiter } from './local-limiter.ts';
import { RateMemory } from './rate-memory.ts';
import { RedisLimiter } from './redis-limiter.ts';

/** What a team may do and what it has left of each limit, for the headers of an answer. */
export interface RateStatus {
  readonly requests: LimitStatus;
  readonly characters: LimitStatus;
}

/** The same of the requests that are neither translate calls nor uploads. */
export interface OtherRateStatus {
  readonly 'other-requests': LimitStatus;
}

export type LimitStatus = RatePolicy & Partial<Standing>;

interface RatePolicy {
  readonly burst: number;
  /** The time in which an empty burst fills up again. */
  readonly windowSeconds: number;
}

export type Admission =
  | { ok: true; rate: RateStatus; leave(): void }
  | RateRefusal
  | { ok: false; reason: 'in_flight'; retryAfterSeconds: number; rate: RateStatus };

interface RateRefusal {
  ok: false;
  reason: 'rate';
  retryAfterSeconds: number;
  rate: RateStatus;
}

export type Taken =
  | { ok: true; rate: RateStatus }
  | RateRefusal
  /** More than a team can ever save up, so waiting would not help. */
  | { ok: false; reason: 'size'; characters: number; most: number; rate: RateStatus };

export type RequestAdmission =
  | { ok: true; rate: OtherRateStatus }
  | { ok: false; reason: 'rate'; retryAfterSeconds: number; rate: OtherRateStatus };

export interface Limits {
  /** For a translate call or an upload. Whoever is admitted must leave. */
  admit(teamId: string, limits: TeamLimits, characters: number): Promise<Admission>;
  /** For a call that was admitted before its characters were known. */
  takeCharacters(teamId: string, limits: TeamLimits, characters: number): Promise<Taken>;
  /**
   * For every other request. It is counted apart, at the same rate: who polls an account uses up nothing of the calls,
   * and a flood of calls keeps nobody from revoking the key that it comes from.
   */
  takeRequest(teamId: string, limits: TeamLimits): Promise<RequestAdmission>;
}

export interface OpenLimits extends Limits {
  readonly keyedCalls: KeyedCalls;
  /** How long ago this node last wrote its heartbeat. */
  silentMs(): number;
  close(): Promise<void>;
}

/** One of the calls under way ends soon; nobody knows when. */
const inFlightRetryAfterSeconds = 1;
/** At start only: the first calls should meet the shared limits. */
const connectPatienceMs = 1_000;

export async function openLimits(
  db: Database,
  nodeId: string,
  redisUrl: string,
  metrics: Metrics,
  logger: Logger,
): Promise<OpenLimits> {
  const nodes = await followLiveNodes(
    (isAlone) => beat(db, nodeId, isAlone),
    () => sayGoodbye(db, nodeId),
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
  await untilReady(redis, connectPatienceMs);
  return {
    ...createLimits(limiter),
    keyedCalls: new KeyedCalls(redis),
    silentMs: nodes.silentMs,
    async close() {
      limiter.close();
      redis.disconnect();
      await nodes.close();
    },
  };
}

export function createLimits(limiter: Limiter): Limits {
  const inFlight = new CallsInFlight();
  const take = async (teamId: string, limits: TeamLimits, costs: [number, number]) => {
    const verdict = await limiter.take({ bucket: teamId, rates: ratesOf(limits, costs[1]), costs });
    const rate = statusOf(limits, verdict);
    if (verdict.allowed) return { ok: true, rate } as const;
    const retryAfterSeconds = toRetryAfterSeconds(verdict.waitMs);
    return { ok: false, reason: 'rate', retryAfterSeconds, rate } as const;
  };
  return {
    async admit(teamId, limits, characters) {
      const leave = inFlight.enter(teamId, limits.callsInFlight);
      if (leave === undefined) {
        const rate = statusOf(limits);
        return { ok: false, reason: 'in_flight', retryAfterSeconds: inFlightRetryAfterSeconds, rate };
      }
      try {
        const taken = await take(teamId, limits, [1, characters]);
        if (taken.ok) return { ...taken, leave };
        leave();
        return taken;
      } catch (error) {
        leave();
        throw error;
      }
    },
    async takeCharacters(teamId, limits, characters) {
      const most = characterBurst(limits);
      if (characters > most) return { ok: false, reason: 'size', characters, most, rate: statusOf(limits) };
      return take(teamId, limits, [0, characters]);
    },
    async takeRequest(teamId, limits) {
      const bucket = `${teamId}:other`;
      const verdict = await limiter.take({ bucket, rates: ratesOf(limits), costs: [1, 0] });
      const { requests } = statusOf(limits, verdict);
      const rate = { 'other-requests': requests };
      if (verdict.allowed) return { ok: true, rate };
      return { ok: false, reason: 'rate', retryAfterSeconds: toRetryAfterSeconds(verdict.waitMs), rate };
    },
  };
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

/** Wall time that never jumps: near enough to Redis's clock before the first answer, and steady afterwards. */
function monotonicUs(): number {
  return (performance.timeOrigin + performance.now()) * 1_000;
}
