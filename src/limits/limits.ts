/**
 * Says whether a call may go on now: how many calls a team has under way on this node, then how fast it calls, over
 * all nodes. What is refused is not counted. A lost Redis slows a call down once, and never refuses or fails it.
 */
import type { TeamLimits } from '../lib/team-limits.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../store/postgres/database.ts';
import { beat, sayGoodbye } from '../store/postgres/nodes.ts';
import { openRedis, untilReady } from '../store/redis/connection.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { FailoverLimiter } from './failover-limiter.ts';
import { characterBurst, type Limiter, type RateVerdict, ratesOf, type Standing } from './limiter.ts';
import { followLiveNodes } from './live-nodes.ts';
import { LocalLimiter } from './local-limiter.ts';
import { RateMemory } from './rate-memory.ts';
import { RedisLimiter } from './redis-limiter.ts';

/** What a team may do and what it has left, for the headers of an answer. */
export interface RateStatus {
  readonly requests: RatePolicy & Partial<Standing>;
  readonly characters: RatePolicy & Partial<Standing>;
}

interface RatePolicy {
  readonly burst: number;
  /** The time in which an empty burst fills up again. */
  readonly windowSeconds: number;
}

export type Admission =
  | { ok: true; rate: RateStatus; leave(): void }
  | { ok: false; reason: 'rate' | 'in_flight'; retryAfterSeconds: number; rate: RateStatus };

export interface Limits {
  /** Whoever is admitted must leave. */
  admit(teamId: string, limits: TeamLimits, characters: number): Promise<Admission>;
}

/** One of the calls under way ends soon; nobody knows when. */
const inFlightRetryAfterSeconds = 1;
/** What a client's timer and clock may be fast by, so that it is not a hair too early. */
const clientHasteMs = 20;
/** At start only: the first calls should meet the shared limits. */
const connectPatienceMs = 1_000;

export async function openLimits(
  db: Database,
  nodeId: string,
  redisUrl: string,
  metrics: Metrics,
  logger: Logger,
): Promise<Limits & { close(): Promise<void> }> {
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
    async close() {
      limiter.close();
      redis.disconnect();
      await nodes.close();
    },
  };
}

export function createLimits(limiter: Limiter): Limits {
  const inFlight = new CallsInFlight();
  return {
    async admit(teamId, limits, characters) {
      const leave = inFlight.enter(teamId, limits.callsInFlight);
      if (leave === undefined) {
        const rate = statusOf(limits);
        return { ok: false, reason: 'in_flight', retryAfterSeconds: inFlightRetryAfterSeconds, rate };
      }
      try {
        const verdict = await limiter.take({ teamId, rates: ratesOf(limits), costs: [1, characters] });
        const rate = statusOf(limits, verdict);
        if (verdict.allowed) return { ok: true, rate, leave };
        leave();
        const retryAfterSeconds = Math.ceil((verdict.waitMs + clientHasteMs) / 1_000);
        return { ok: false, reason: 'rate', retryAfterSeconds, rate };
      } catch (error) {
        leave();
        throw error;
      }
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
