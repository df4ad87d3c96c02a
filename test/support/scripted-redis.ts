/** A Redis that notes what the script of the limits is asked, and answers, fails or hangs as the test says. */
import { EventEmitter } from 'node:events';
import type { RedisClient } from '../../src/store/redis/connection.ts';
import type { CallReply, RateArguments } from '../../src/store/redis/rate-check.ts';

/** One question, taken apart again. */
export interface AskedRates {
  readonly bucket: string;
  readonly limits: readonly [RateArguments, RateArguments];
  readonly isForced: boolean;
  readonly calls: readonly (readonly [number, number])[];
}

export interface Reply {
  readonly nowUs?: number;
  readonly tatUs?: readonly [number, number];
  /** Of each call; those that are missing are allowed. */
  readonly calls?: readonly CallReply[];
}

export const allowedCall: CallReply = { allowed: true, waitMs: 0, left: [9, 99], fullInUs: [1_000, 2_000] };

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

  evalsha(_sha: string, _keys: number, ...args: (string | number)[]): Promise<unknown> {
    const asked = askedOf(args);
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
      const { allowed, waitMs, left, fullInUs } = calls[i] ?? allowedCall;
      return [allowed ? 1 : 0, waitMs, left[0], fullInUs[0], left[1], fullInUs[1]];
    });
    return [`${nowUs}`, `${tatUs[0]}`, `${tatUs[1]}`, ...fields];
  }
}

function askedOf([requestsKey, _charactersKey, ...args]: (string | number)[]): AskedRates {
  const numbers = args.map(Number);
  const limit = (at: number): RateArguments => {
    const [intervalUs = 0, toleranceUs = 0, knownTatUs = 0] = numbers.slice(at, at + 3);
    return { intervalUs, toleranceUs, knownTatUs };
  };
  const costs = numbers.slice(7);
  return {
    bucket: /\{(.*)\}/.exec(`${requestsKey}`)?.[1] ?? '',
    limits: [limit(0), limit(3)],
    isForced: numbers[6] === 1,
    calls: Array.from({ length: costs.length / 2 }, (_, i) => [costs[2 * i] ?? 0, costs[2 * i + 1] ?? 0]),
  };
}
