/** What a call asks of the engines: for whom, until when, and what may be cached. */
import type { Caller } from '../auth/caller.ts';
import type { IdempotencyFingerprint } from '../lib/idempotency.ts';
import type { RatesOfKey } from '../limits/limits.ts';
import type { Arrival, TeamRights, TeamWork, TranslationRequest } from '../translate/translator.ts';
import type { CallLifetime } from './call-lifetime.ts';

export interface EngineCall {
  readonly caller: Caller;
  readonly request: TranslationRequest;
  readonly lifetime: CallLifetime;
  /** The caller wants no cached translation, and its own must not be cached. */
  readonly skipsCache: boolean;
  readonly idempotency: IdempotencyFingerprint | undefined;
}

export function workOf({ caller, lifetime, skipsCache }: EngineCall, isReplay: boolean): TeamWork {
  const { signal } = lifetime;
  const deadlineMs = translationDeadline(lifetime.deadlineMs);
  const { isCached } = caller;
  const usesCache = isCached && (isReplay || !skipsCache);
  return { ...rightsOf(caller), deadlineMs, signal, usesCache, keepsNothing: skipsCache };
}

/** What the team and the key may use. */
export function rightsOf({ teamId, engines, own }: Caller): TeamRights {
  const { teamEngines, languagePairs } = own ?? {};
  const isLess = teamEngines !== undefined || languagePairs !== undefined;
  return { teamId, engines, ...(isLess && { ofKey: { teamEngines, languagePairs } }) };
}

/** The rates of the caller's key, if it has its own. */
export function ratesOfKey({ keyId, own }: Caller): RatesOfKey | undefined {
  const { requestsPerSecond, charactersPerMinute } = own ?? {};
  if (requestsPerSecond === undefined && charactersPerMinute === undefined) return undefined;
  return { keyId, requestsPerSecond, charactersPerMinute };
}

/** A call with an Idempotency-Key may be a repeat, which reads the cache even if its caller skips it. */
export function arrivalOf(call: EngineCall): Arrival {
  const { teamId, engines, deadlineMs, usesCache } = workOf(call, call.idempotency !== undefined);
  return { teamId, engines, deadlineMs, usesCache, request: call.request };
}

/** The time reserved for a call's charge, or a tenth of the remaining time if that is less. */
const maxChargeTimeMs = 200;

/** The deadline for the engines. */
export function translationDeadline(deadlineMs: number): number {
  return deadlineMs - Math.min(maxChargeTimeMs, (deadlineMs - Date.now()) / 10);
}
