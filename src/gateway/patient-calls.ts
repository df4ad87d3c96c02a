/**
 * Calls that wait instead of being refused. Some clients stop using a service for half an hour after a single
 * 429 or 503, so a key can be told to wait: a call that would be refused for now is tried again after the time
 * in Retry-After, as long as the key allows and the deadline permits. A waiting call holds no place of its
 * team's calls in progress, but one of as many places for waiting calls.
 */
import type { Caller } from '../auth/caller.ts';
import type { CheckKey } from '../auth/key-check.ts';
import type { Problem } from '../lib/errors.ts';
import { type Refusal, refusedWith } from '../lib/outcome.ts';
import { CallsInFlight } from '../limits/calls-in-flight.ts';
import type { CallLifetime } from './call-lifetime.ts';
import { type TimedCall, timed } from './timed-step.ts';

/** The last attempt must begin this long before the deadline: a later one would hardly be answered in time. */
const minRemainingMs = 1_000;

/**
 * Calls that were refused together would be tried again together, and a team whose limit permits one call at once would
 * get one of them through in a second. So each waits up to this much longer.
 */
const spreadMs = 1_000;

/** A key that is revoked while its call waits is noticed after this time, and not only by the charge. */
const keyCheckMs = 5_000;

/** Refusals that may end by themselves. */
const temporary: ReadonlySet<Problem['code']> = new Set(['rate_limited', 'engine_unavailable']);

export interface PatientCall extends TimedCall {
  readonly caller: Caller;
  readonly lifetime: CallLifetime;
  /** Set if the call is streamed: part of its text may already have been sent when it fails. */
  readonly reader?: object;
}

export class PatientCalls {
  readonly #waiting = new CallsInFlight();
  readonly #checkKey: CheckKey;

  constructor(checkKey: CheckKey) {
    this.#checkKey = checkKey;
  }

  /** Tries a call until it is served, is refused for good, or has waited as long as its key allows. */
  async serve<Outcome extends { ok: true } | Refusal>(
    call: PatientCall,
    attempt: () => Promise<Outcome>,
  ): Promise<Outcome | Refusal> {
    const lastAttemptMs = lastAttemptOf(call);
    let outcome = await attempt();
    if (lastAttemptMs === undefined) return outcome;
    const { teamId, limits } = call.caller;
    const leave = this.#waiting.enter(teamId, limits.callsInFlight);
    if (leave === undefined) return outcome;
    try {
      for (;;) {
        const delayMs = delayOf(call, outcome);
        if (delayMs === undefined) return outcome;
        const spareMs = lastAttemptMs - Date.now() - delayMs;
        if (spareMs < 0) return outcome;
        const waitMs = delayMs + Math.random() * Math.min(spreadMs, spareMs);
        const ending = await this.#wait(call, waitMs);
        if (ending === 'ended') return outcome;
        if (ending !== undefined) return refusedWith(ending);
        outcome = await attempt();
      }
    } finally {
      leave();
    }
  }

  /** Returns why there is no further attempt, if there is none. The key is checked once more right before it. */
  async #wait(call: PatientCall, waitMs: number): Promise<Problem | 'ended' | undefined> {
    for (let leftMs = waitMs; leftMs > 0; leftMs -= keyCheckMs) {
      if (!(await sleep(call, Math.min(leftMs, keyCheckMs)))) return 'ended';
      // Without the database, the attempt itself says what is wrong.
      const refusal = await this.#checkKey(call.caller).catch(() => undefined);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }
}

/** Undefined if the call does not wait. */
function lastAttemptOf({ caller, lifetime, reader }: PatientCall): number | undefined {
  if (caller.maxWaitSeconds === 0 || reader !== undefined) return undefined;
  return Math.min(Date.now() + caller.maxWaitSeconds * 1_000, lifetime.deadlineMs - minRemainingMs);
}

function delayOf({ lifetime }: PatientCall, outcome: { ok: true } | Refusal): number | undefined {
  if (outcome.ok || lifetime.ending !== undefined) return undefined;
  const { code, retryAfterSeconds } = outcome.problem;
  return temporary.has(code) && retryAfterSeconds !== undefined ? retryAfterSeconds * 1_000 : undefined;
}

/** Returns false if the call ended in the meantime. */
function sleep(call: PatientCall, delayMs: number): Promise<boolean> {
  const { signal } = call.lifetime;
  return timed(
    call,
    'wait',
    () =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve(!signal.aborted);
        };
        const timer = setTimeout(end, delayMs);
        signal.addEventListener('abort', end);
      }),
  );
}
