/**
 * Limits what one user or one address asks of the console, in this node's memory. Nobody who clicks reaches it, nor a
 * dozen tabs that refresh themselves; a script that asks as fast as it can does.
 */
import { clientNetwork } from '../../../lib/client-network.ts';
import { type Problem, problem } from '../../../lib/errors.ts';
import { toRetryAfterSeconds } from '../../../lib/retry-after.ts';
import { TokenBuckets } from '../../../lib/token-buckets.ts';

/** Seconds of a user's rate that can be used at once. */
const burstSeconds = 10;
/** People of an office share an address; only what they ask before they are signed in counts there. */
const usersPerAddress = 2;

export class ConsoleLimits {
  readonly #users: TokenBuckets | undefined;
  readonly #addresses: TokenBuckets | undefined;

  /** `perSecond` 0: no limits. */
  constructor(perSecond: number) {
    if (perSecond === 0) return;
    const burst = perSecond * burstSeconds;
    this.#users = new TokenBuckets({ perSecond, burst });
    this.#addresses = new TokenBuckets({
      perSecond: perSecond * usersPerAddress,
      burst: burst * usersPerAddress,
    });
  }

  /** What is in the way of a request, or nothing. Before its session is looked up: unknown tokens count here. */
  refuseAddress(address: string): Problem | undefined {
    return problemOf(this.#addresses?.take(clientNetwork(address)));
  }

  /** The same once its user is known: it counts for the user, and no longer for the address. */
  refuseUser(userId: string, address: string): Problem | undefined {
    this.#addresses?.giveBack(clientNetwork(address));
    return problemOf(this.#users?.take(userId));
  }
}

function problemOf(waitMs = 0): Problem | undefined {
  if (waitMs === 0) return undefined;
  return problem(
    'rate_limited',
    'Too many requests came at once. Wait a few seconds, then try again.',
    toRetryAfterSeconds(waitMs),
  );
}
