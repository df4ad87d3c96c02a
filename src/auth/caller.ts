import type { TeamLimits } from '../lib/team-limits.ts';
import type { KeyMode } from './key-format.ts';

/** Who calls: what a valid key says about its bearer. */
export interface Caller {
  readonly teamId: string;
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  /** The team's limits as they stand now: a change counts from the next call on, on every node. */
  readonly limits: TeamLimits;
}
