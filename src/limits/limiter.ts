/**
 * The interface of a limiter. There are two: Redis, which all nodes share, and this node's memory for the
 * time without Redis. Both use GCRA in microseconds of Redis's clock, so that each can continue from the
 * other's state.
 */
import { requestLimits } from '../lib/request-limits.ts';
import type { TeamLimits } from '../lib/team-limits.ts';

/** One limit in terms of GCRA: a unit is restored every `intervalUs`, and up to `burst` units accumulate. */
export interface Rate {
  readonly intervalUs: number;
  readonly burst: number;
  /** The largest cost of one call. The burst is never below it: such a call could never be admitted. */
  readonly largestCost: number;
}

export interface RateRequest {
  /** Identifies the limits: a team, or a part of its requests that is limited separately. */
  readonly bucket: string;
  /** Requests, then characters; the order is the same everywhere. */
  readonly rates: readonly [Rate, Rate];
  readonly costs: readonly [number, number];
  /** The limits of the caller's key, below those of its team. The call is taken from both, or from neither. */
  readonly own?: { readonly bucket: string; readonly rates: readonly [Rate, Rate] } | undefined;
}

/** The buckets that a request is taken from, the team's first. */
export function partsOf({ bucket, rates, own }: RateRequest): Pick<RateRequest, 'bucket' | 'rates'>[] {
  return own === undefined ? [{ bucket, rates }] : [{ bucket, rates }, own];
}

/** One limit for requests and one for characters. */
export interface Standings {
  readonly requests: Standing;
  readonly characters: Standing;
}

export interface RateVerdict extends Standings {
  readonly allowed: boolean;
  /** When to retry; 0 if allowed. */
  readonly waitMs: number;
  /** Of the key, if it has limits of its own. */
  readonly own?: Standings;
}

/** The remaining units of one limit, and the time until all of them are restored. */
export interface Standing {
  readonly left: number;
  readonly fullInMs: number;
}

export interface Limiter {
  take(request: RateRequest): Promise<RateVerdict>;
}

/** `characters`: those of the current call, whose context can make it larger than any other. */
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

/** One minute's worth, and at least the largest call: otherwise its Retry-After could not be kept. */
export function characterBurst(limits: TeamLimits): number {
  return Math.max(limits.charactersPerMinute, requestLimits.maxCharactersPerCall);
}

/** The limits of a key within those of its team. A limit that it does not have is the team's, which is used up no later. */
export function limitsOfKey(limits: TeamLimits, own: KeyRates): TeamLimits {
  const { requestsPerSecond, charactersPerMinute } = own;
  return {
    ...limits,
    ...(requestsPerSecond !== undefined && { requestsPerSecond, requestsBurst: requestsPerSecond }),
    ...(charactersPerMinute !== undefined && { charactersPerMinute }),
  };
}

export interface KeyRates {
  readonly requestsPerSecond?: number | undefined;
  readonly charactersPerMinute?: number | undefined;
}

export function toleranceUs(rate: Rate): number {
  return rate.intervalUs * rate.burst;
}
