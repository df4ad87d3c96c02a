/**
 * Counts the calls under way under each Idempotency-Key, so that engines don't work for all of those that come before the
 * first is charged. Over all nodes by Redis, and on this node by itself while Redis is away: never an error.
 */
import type { RedisClient } from '../store/redis/connection.ts';
import { type Entry, enterKey, type KeyedCall, leaveKey } from '../store/redis/keyed-calls.ts';

export type { Entry, KeyedCall } from '../store/redis/keyed-calls.ts';

export interface Entering {
  /** How many others may be under way. */
  readonly mostOthers: number;
  /** The call that was charged under the key, which is not one of them. */
  readonly besides?: string | undefined;
  readonly deadlineMs: number;
}

/** After a failure Redis is left alone for this long: a call must not wait for it again and again. */
const pauseAfterFailureMs = 1_000;
/** A call ends a moment after its deadline; a claim that ended before it would let another one in. */
const graceMs = 1_000;

export class KeyedCalls {
  readonly #redis: RedisClient;
  readonly #here = new CallsHere();
  readonly #patienceMs: number | undefined;
  #pausedUntil = 0;

  /** `patienceMs` is for tests of what it counts, which a busy machine must not cut short. */
  constructor(redis: RedisClient, patienceMs?: number) {
    this.#redis = redis;
    this.#patienceMs = patienceMs;
  }

  /** One that entered must leave. It may enter again with other words meanwhile; when it is refused, it has left. */
  async enter(call: KeyedCall, { mostOthers, besides, deadlineMs }: Entering): Promise<Entry> {
    const wasIn = this.#here.leave(call);
    const here = this.#here.enter(call, mostOthers, besides);
    if (here !== 'entered') {
      if (wasIn) await this.#leaveRedis(call);
      return here;
    }
    if (this.#isPaused()) return here;
    const remainingMs = deadlineMs + graceMs - Date.now();
    try {
      const entering = { mostOthers, besides, remainingMs };
      const everywhere = await enterKey(this.#redis, call, entering, this.#patienceMs);
      if (everywhere !== 'entered') this.#here.leave(call);
      return everywhere;
    } catch {
      this.#pause();
      return here;
    }
  }

  async leave(call: KeyedCall): Promise<void> {
    this.#here.leave(call);
    await this.#leaveRedis(call);
  }

  /** What Redis is not told ends by itself at the call's deadline. */
  async #leaveRedis(call: KeyedCall): Promise<void> {
    const left = leaveKey(this.#redis, call, this.#patienceMs).catch(() => this.#pause());
    // Answered before the caller is, so that its next call finds this one gone.
    if (!this.#isPaused()) await left;
  }

  #isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  #pause(): void {
    this.#pausedUntil = performance.now() + pauseAfterFailureMs;
  }
}

/** The same of this node alone. */
class CallsHere {
  /** By team and key: bodies by call. */
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

  /** Whether it was in. */
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
