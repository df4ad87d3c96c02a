/**
 * What a limiter is asked and answers. There are two: Redis, which all nodes share, and this node's memory for
 * while Redis is away. Both speak GCRA in microseconds of Redis's clock, so that what one knows, the other can
 * go on with.
 */
import { requestLimits } from '../lib/request-limits.ts';
import type { TeamLimits } from '../lib/team-limits.ts';

/** One limit as GCRA sees it: a unit comes back every `intervalUs`, and `burst` of them can be saved up. */
export interface Rate {
  readonly intervalUs: number;
  readonly burst: number;
  /** The largest cost of one call. The burst is never below it: a call that can never pass would wait in vain. */
  readonly largestCost: number;
}

export interface RateRequest {
  /** Whose limits: a team, or a part of its requests that is limited by itself. */
  readonly bucket: string;
  /** Requests and characters, in this order everywhere. */
  readonly rates: readonly [Rate, Rate];
  readonly costs: readonly [number, number];
}

export interface RateVerdict {
  readonly allowed: boolean;
  /** When to come back; 0 when allowed. */
  readonly waitMs: number;
  readonly requests: Standing;
  readonly characters: Standing;
}

/** What a team has left of one limit, and how long until it has all of it again. */
export interface Standing {
  readonly left: number;
  readonly fullInMs: number;
}

export interface Limiter {
  take(request: RateRequest): Promise<RateVerdict>;
}

/** `characters`: of the call at hand, which its context can make larger than any other. */
export function ratesOf(limits: TeamLimits, characters = 0): readonly [Rate, Rate] {
  return [
    { intervalUs: 1_000_000 / limits.requestsPerSecond, burst: limits.requestsBurst, largestCost: 1 },
    {
      intervalUs: 60_000_000 / limits.charactersPerMinute,
      burst: characterBurst(limits),
      largestCost: Math.max(requestLimits.maxCharactersPerCall, characters),
    },
  ];
}

/** A minute's worth, and at least the largest call: else its Retry-After would be a promise that can't be kept. */
export function characterBurst(limits: TeamLimits): number {
  return Math.max(limits.charactersPerMinute, requestLimits.maxCharactersPerCall);
}

export function toleranceUs(rate: Rate): number {
  return rate.intervalUs * rate.burst;
}
