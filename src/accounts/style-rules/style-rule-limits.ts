/** The limits of every team's style rules. */
import { requestLimits } from '../../lib/request-limits.ts';

export const maxStyleRuleLists = 100;
export const maxInstructionsPerList = 200;
export const maxLabelCharacters = 100;
/** All rules and instructions of a list are sent with every text, so they may be as long as a context. */
export const maxListCharacters = requestLimits.maxContextCharacters;
