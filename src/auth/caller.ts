import type { TeamLimits } from '../lib/team-limits.ts';
import type { KeyMode } from './key-format.ts';

/** Who calls: what a valid key says about its bearer. */
export interface Caller {
  readonly teamId: string;
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  /** Whether the team's translations are kept in the cache. */
  readonly isCached: boolean;
  /** The engines that the team may use, in its order of preference; undefined: all of them. */
  readonly engines?: readonly string[] | undefined;
  /** The team's limits as they stood when the key was looked up: a change counts once that is forgotten. */
  readonly limits: TeamLimits;
}
