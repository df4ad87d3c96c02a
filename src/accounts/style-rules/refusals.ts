/** Why a list of style rules is not accepted or not found, worded for the caller. No message contains an instruction. */
import { type Refusal, refused } from '../../lib/outcome.ts';
import { maxInstructionsPerList, maxListCharacters, maxStyleRuleLists } from './style-rule-limits.ts';

export const noList = refused(
  'not_found',
  'Your team has no style rule list with this id. List your style rules to find the right one.',
);
export const noInstruction = refused(
  'not_found',
  'The style rule list has no custom instruction with this id. Read the list to find the right one.',
);

export function versionChanged(version: number): Refusal {
  return refused(
    'precondition_failed',
    `The version has changed: it is now ${version}. Read it again, then repeat your change.`,
  );
}

export const tooManyLists = refused(
  'conflict',
  `A team may have at most ${maxStyleRuleLists} style rule lists. Delete one that is no longer used.`,
);
export const tooManyInstructions = refused(
  'conflict',
  `A style rule list may have at most ${maxInstructionsPerList} custom instructions. Delete one that is no longer used.`,
);
export const largeList = refused(
  'payload_too_large',
  `The rules and instructions of a style rule list may have at most ${maxListCharacters} characters in total. Split them into several lists.`,
);
