/**
 * Limits how many unknown keys an address may try, in this process's memory: trying keys at random is hopeless, but each
 * try would cost a query in Postgres. A key that was good on this node a few minutes ago is never held up, so that
 * clients behind one proxy are not locked out by one of them.
 */
import { clientNetwork } from '../lib/client-network.ts';
import { TokenBuckets } from '../lib/token-buckets.ts';

/** A client that polls every few minutes stays known. */
const knownForMs = 10 * 60_000;
/** About 15 MB; the ones that were not used for longest make room. */
const maxKnown = 100_000;
/** Look-ups at once for one address: a burst of them waits here, not for the connections that charges need. */
const lookUpsAtOnce = 4;

export type Guarded<Answer> = { readonly answer: Answer } | { readonly waitMs: number };

interface Turns {
  running: number;
  readonly waiting: (() => void)[];
}

export class BadKeyLimit {
  readonly #tries: TokenBuckets | undefined;
  readonly #now: () => number;
  readonly #known = new Map<string, number>();
  /** Networks that have look-ups under way. */
  readonly #turns = new Map<string, Turns>();

  /** `perMinute` 0: no limit. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#tries =
      perMinute === 0 ? undefined : new TokenBuckets({ perSecond: perMinute / 60, burst: perMinute }, now);
    this.#now = now;
  }

  /** Looks a key up, or says when its address may try the next one. `kindOf` says what the look-up found. */
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
      // Taken before the look-up: many at once are no way around the limit.
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
    this.#known.delete(keyId);
    if (!isGood) return;
    this.#known.set(keyId, this.#now());
    if (this.#known.size <= maxKnown) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  async #inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(network) ?? { running: 0, waiting: [] };
    this.#turns.set(network, turns);
    if (turns.running < lookUpsAtOnce) turns.running++;
    // Whoever ends hands its place over, so the count stays as it is.
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
