import type { TeamLimits } from '../lib/team-limits.ts';
import type { KeyMode } from './key-format.ts';

/** The limits of a key below those of its team. Its expiry and its budget are checked in the database. */
export interface OwnLimits {
  /** Whether the key is accepted from this address. */
  readonly isFrom: (address: string) => boolean;
  /** The engines that the team may use, if the key may use only some of them. */
  readonly teamEngines?: { readonly ids: readonly string[] | undefined } | undefined;
  readonly languagePairs?: readonly string[] | undefined;
  readonly requestsPerSecond?: number | undefined;
  readonly charactersPerMinute?: number | undefined;
  readonly hasBudget: boolean;
}

/** The caller of a request, as identified by a valid key. */
export interface Caller {
  readonly teamId: string;
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  /** Whether the team's translations are cached. */
  readonly isCached: boolean;
  /** The engines that the key may use, in the team's order of preference; undefined means all of them. */
  readonly engines?: readonly string[] | undefined;
  /** Set if the key has limits of its own. */
  readonly own?: OwnLimits | undefined;
  /** The team's limits when the key was looked up: a change takes effect when the cache entry expires. */
  readonly limits: TeamLimits;
  /** How long a translate call waits before it is refused for its rate or a busy engine. */
  readonly maxWaitSeconds: number;
}
