/**
 * Limits how many unknown keys an address may try, in this process's memory: guessing keys is hopeless, but
 * each attempt would cost a query in Postgres. A key that was valid on this node a few minutes ago is never
 * delayed, so that one client does not lock out the others behind the same proxy.
 */
import { clientNetwork } from '../lib/client-network.ts';
import { recentlyUsed } from '../lib/recently-used.ts';
import { TokenBuckets } from '../lib/token-buckets.ts';

/** A client that polls every few minutes stays known. */
const knownForMs = 10 * 60_000;
/** About 15 MB. The keys unused for longest are evicted. */
const maxKnown = 100_000;
/** Concurrent look-ups for one address: a burst waits here, not for the connections that charges need. */
const lookUpsAtOnce = 4;

export type Guarded<Answer> = { readonly answer: Answer } | { readonly waitMs: number };

interface Turns {
  running: number;
  readonly waiting: (() => void)[];
}

export class BadKeyLimit {
  readonly #tries: TokenBuckets | undefined;
  readonly #now: () => number;
  readonly #known = recentlyUsed<string, number>(maxKnown);
  /** Networks with look-ups in progress. */
  readonly #turns = new Map<string, Turns>();

  /** With `perMinute` 0, there is no limit. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#tries =
      perMinute === 0 ? undefined : new TokenBuckets({ perSecond: perMinute / 60, burst: perMinute }, now);
    this.#now = now;
  }

  /** Looks a key up, or returns the time until its address may try again. `kindOf` classifies the result. */
  async guard<Answer>(
    keyId: string,
    address: string,
    lookUp: () => Promise<Answer>,
    kindOf: (answer: Answer) => 'good' | 'unknown' | 'refused',
  ): Promise<Guarded<Answer>> {
    const noted = async () => {
      const answer = await lookUp();
      this.#note(keyId, kindOf(answer) === 'good');
      return answer;
    };
    const tries = this.#tries;
    if (tries === undefined || this.#isKnown(keyId)) return { answer: await noted() };
    const network = clientNetwork(address);
    return this.#inTurn(network, async () => {
      // Taken before the look-up, so that concurrent attempts cannot bypass the limit.
      const waitMs = tries.take(network);
      if (waitMs > 0) return { waitMs };
      let isUnknown = false;
      try {
        const answer = await noted();
        isUnknown = kindOf(answer) === 'unknown';
        return { answer };
      } finally {
        if (!isUnknown) tries.giveBack(network);
      }
    });
  }

  #isKnown(keyId: string): boolean {
    const knownAt = this.#known.get(keyId);
    return knownAt !== undefined && knownAt + knownForMs > this.#now();
  }

  #note(keyId: string, isGood: boolean): void {
    if (isGood) this.#known.set(keyId, this.#now());
    else this.#known.delete(keyId);
  }

  async #inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(network) ?? { running: 0, waiting: [] };
    this.#turns.set(network, turns);
    if (turns.running < lookUpsAtOnce) turns.running++;
    // A look-up that ends passes its place to the next one, so the count does not change.
    else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next !== undefined) next();
      else if (--turns.running === 0) this.#turns.delete(network);
    }
  }
}
