/**
 * Counts the calls in progress under each Idempotency-Key, so that engines do not work for every call that
 * arrives before the first one is charged. Redis counts over all nodes; while it is unreachable, this node
 * counts alone. Never fails.
 */
import type { RedisClient } from '../store/redis/connection.ts';
import { type Entry, enterKey, type KeyedCall, leaveKey } from '../store/redis/keyed-calls.ts';

export type { Entry, KeyedCall } from '../store/redis/keyed-calls.ts';

export interface Entering {
  /** How many other calls may be in progress. */
  readonly mostOthers: number;
  /** The call that was charged under the key; it does not count as another one. */
  readonly besides?: string | undefined;
  readonly deadlineMs: number;
}

/** After a failure Redis is skipped for this long, so that a call does not wait for it repeatedly. */
const pauseAfterFailureMs = 1_000;
/** A call ends shortly after its deadline; a claim that expired earlier would admit another call. */
const graceMs = 1_000;

export class KeyedCalls {
  readonly #redis: RedisClient;
  readonly #local = new LocalCalls();
  readonly #patienceMs: number | undefined;
  #pausedUntil = 0;

  /** `patienceMs` is for tests of the counts, which must not time out on a busy machine. */
  constructor(redis: RedisClient, patienceMs?: number) {
    this.#redis = redis;
    this.#patienceMs = patienceMs;
  }

  /** A call that entered must leave. It may first enter again with other options; if refused, it has left. */
  async enter(call: KeyedCall, { mostOthers, besides, deadlineMs }: Entering): Promise<Entry> {
    const wasIn = this.#local.leave(call);
    const enteredHere = this.#local.enter(call, mostOthers, besides);
    if (enteredHere !== 'entered') {
      if (wasIn) await this.#leaveRedis(call);
      return enteredHere;
    }
    if (this.#isPaused()) return enteredHere;
    const remainingMs = deadlineMs + graceMs - Date.now();
    try {
      const entering = { mostOthers, besides, remainingMs };
      const enteredRedis = await enterKey(this.#redis, call, entering, this.#patienceMs);
      if (enteredRedis !== 'entered') this.#local.leave(call);
      return enteredRedis;
    } catch {
      this.#pause();
      return enteredHere;
    }
  }

  async leave(call: KeyedCall): Promise<void> {
    this.#local.leave(call);
    await this.#leaveRedis(call);
  }

  /** An entry that is not removed from Redis expires after the call's deadline. */
  async #leaveRedis(call: KeyedCall): Promise<void> {
    const left = leaveKey(this.#redis, call, this.#patienceMs).catch(() => this.#pause());
    // Awaited before the caller is answered, so that its next call finds this one gone.
    if (!this.#isPaused()) await left;
  }

  #isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + pauseAfterFailureMs;
  }
}

/** Counts the calls of this node alone. */
class LocalCalls {
  /** Team and key → call id → body. */
  readonly #underWay = new Map<string, Map<string, string>>();

  enter(call: KeyedCall, mostOthers: number, besides: string | undefined): Entry {
    const name = nameOf(call);
    const underWay = this.#underWay.get(name) ?? new Map<string, string>();
    const others = [...underWay].filter(([callId]) => callId !== besides);
    if (others.some(([, body]) => body !== call.body)) return 'another body';
    if (others.length > mostOthers) return 'full';
    this.#underWay.set(name, underWay.set(call.callId, call.body));
    return 'entered';
  }

  /** Returns whether the call was in. */
  leave(call: KeyedCall): boolean {
    const name = nameOf(call);
    const underWay = this.#underWay.get(name);
    const wasIn = underWay?.delete(call.callId) ?? false;
    if (underWay?.size === 0) this.#underWay.delete(name);
    return wasIn;
  }
}

function nameOf({ teamId, key }: KeyedCall): string {
  return `${teamId} ${key}`;
}
