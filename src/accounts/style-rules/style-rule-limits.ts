/** The limits of every team's style rules. */
import { requestLimits } from '../../lib/request-limits.ts';

export const maxStyleRuleLists = 100;
export const maxInstructionsPerList = 200;
export const maxLabelCharacters = 100;
export const maxListCharacters = requestLimits.maxInstructionListCharacters;
