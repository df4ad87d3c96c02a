/** A Redis that notes what the script of the limits is asked, and answers, fails or hangs as the test says. */
import { EventEmitter } from 'node:events';
import type { RedisClient } from '../../src/store/redis/connection.ts';
import type { RateArguments } from '../../src/store/redis/rate-check.ts';

/** One question, taken apart again. */
export interface AskedRates extends AskedBucket {
  /** That of a key with limits of its own. */
  readonly own?: AskedBucket;
  readonly isForced: boolean;
  readonly calls: readonly (readonly [number, number])[];
}

interface AskedBucket {
  readonly bucket: string;
  readonly limits: readonly [RateArguments, RateArguments];
}

interface ScriptedStanding {
  readonly left: readonly [number, number];
  readonly fullInUs: readonly [number, number];
}

interface ScriptedCall extends ScriptedStanding {
  readonly allowed: boolean;
  readonly waitMs: number;
  readonly own?: ScriptedStanding;
}

export interface Reply {
  readonly nowUs?: number;
  readonly tatUs?: readonly [number, number];
  /** Of each call; those that are missing are allowed. */
  readonly calls?: readonly ScriptedCall[];
}

export const allowedCall: ScriptedCall = {
  allowed: true,
  waitMs: 0,
  left: [9, 99],
  fullInUs: [1_000, 2_000],
};

export class ScriptedRedis extends EventEmitter {
  readonly asked: AskedRates[] = [];
  readonly #hanging: (() => void)[] = [];
  mode: 'answers' | 'fails' | 'hangs' = 'answers';
  isDisconnected = false;
  reply: (asked: AskedRates) => Reply = () => ({});

  get client(): RedisClient {
    return this as unknown as RedisClient;
  }

  /** The questions that tell what was let through already. */
  get handedOver(): AskedRates[] {
    return this.asked.filter(({ isForced }) => isForced);
  }

  /** Sends the answers of the questions that hang. */
  answerAll(): void {
    for (const answer of this.#hanging.splice(0)) answer();
  }

  evalsha(_sha: string, keyCount: number, ...args: (string | number)[]): Promise<unknown> {
    const asked = askedOf(keyCount, args);
    this.asked.push(asked);
    if (this.mode === 'fails') return Promise.reject(new Error('Connection is closed.'));
    const answer = this.#fieldsOf(asked);
    if (this.mode === 'answers') return Promise.resolve(answer);
    return new Promise((resolve) => this.#hanging.push(() => resolve(answer)));
  }

  disconnect(): void {
    this.isDisconnected = true;
    this.emit('close');
  }

  #fieldsOf(asked: AskedRates): (string | number)[] {
    const { nowUs = 0, tatUs = [0, 0], calls = [] } = this.reply(asked);
    const fields = asked.calls.flatMap((_, i) => {
      const call = calls[i] ?? allowedCall;
      const ofKey = asked.own === undefined ? [] : fieldsOfStanding(call.own ?? call);
      return [call.allowed ? 1 : 0, call.waitMs, ...fieldsOfStanding(call), ...ofKey];
    });
    const tats = [`${tatUs[0]}`, `${tatUs[1]}`];
    return [`${nowUs}`, ...tats, ...(asked.own === undefined ? [] : tats), ...fields];
  }
}

function fieldsOfStanding({ left, fullInUs }: ScriptedStanding): number[] {
  return [left[0], fullInUs[0], left[1], fullInUs[1]];
}

function askedOf(keyCount: number, args: (string | number)[]): AskedRates {
  const [keys, numbers] = [args.slice(0, keyCount), args.slice(keyCount).map(Number)];
  const limit = (at: number): RateArguments => {
    const [intervalUs = 0, toleranceUs = 0, knownTatUs = 0] = numbers.slice(at, at + 3);
    return { intervalUs, toleranceUs, knownTatUs };
  };
  const bucket = (i: number): AskedBucket => ({
    bucket: `${keys[2 * i]}`.replace(/^rate:\{(.*)\}(.*):requests$/, '$1$2'),
    limits: [limit(6 * i), limit(6 * i + 3)],
  });
  const costs = numbers.slice(3 * keyCount + 1);
  return {
    ...bucket(0),
    ...(keyCount > 2 && { own: bucket(1) }),
    isForced: numbers[3 * keyCount] === 1,
    calls: Array.from({ length: costs.length / 2 }, (_, i) => [costs[2 * i] ?? 0, costs[2 * i + 1] ?? 0]),
  };
}
