import type { TeamLimits } from '../lib/team-limits.ts';
import type { KeyMode } from './key-format.ts';

/** The caller of a request, as identified by a valid key. */
export interface Caller {
  readonly teamId: string;
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  /** Whether the team's translations are cached. */
  readonly isCached: boolean;
  /** The engines that the team may use, in order of preference; undefined means all of them. */
  readonly engines?: readonly string[] | undefined;
  /** The team's limits when the key was looked up: a change takes effect when the cache entry expires. */
  readonly limits: TeamLimits;
  /** How long a translate call waits before it is refused for its rate or a busy engine. */
  readonly maxWaitSeconds: number;
}
