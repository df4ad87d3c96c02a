/**
 * Limits the request rate of each user and address on the console, in this node's memory. Manual use and a
 * dozen self-refreshing tabs stay below the limit; a script that sends as fast as it can does not.
 */
import { clientNetwork } from '../../../lib/client-network.ts';
import { type Problem, problem } from '../../../lib/errors.ts';
import { toRetryAfterSeconds } from '../../../lib/retry-after.ts';
import { TokenBuckets } from '../../../lib/token-buckets.ts';

/** The burst, in seconds of a user's rate. */
const burstSeconds = 10;
/** People in an office share an address, but only their requests before sign-in count for it. */
const usersPerAddress = 2;

export class ConsoleLimits {
  readonly #users: TokenBuckets | undefined;
  readonly #addresses: TokenBuckets | undefined;

  /** `perSecond` 0 disables the limits. */
  constructor(perSecond: number) {
    if (perSecond === 0) return;
    const burst = perSecond * burstSeconds;
    this.#users = new TokenBuckets({ perSecond, burst });
    this.#addresses = new TokenBuckets({
      perSecond: perSecond * usersPerAddress,
      burst: burst * usersPerAddress,
    });
  }

  /** Returns a problem if the request is refused. Called before the session lookup: unknown tokens count. */
  refuseAddress(address: string): Problem | undefined {
    return problemOf(this.#addresses?.take(clientNetwork(address)));
  }

  /** Called once the user is known: the request then counts for the user instead of the address. */
  refuseUser(userId: string, address: string): Problem | undefined {
    this.#addresses?.giveBack(clientNetwork(address));
    return problemOf(this.#users?.take(userId));
  }
}

function problemOf(waitMs = 0): Problem | undefined {
  if (waitMs === 0) return undefined;
  return problem(
    'rate_limited',
    'Too many requests arrived at once. Wait a few seconds, then try again.',
    toRetryAfterSeconds(waitMs),
  );
}
