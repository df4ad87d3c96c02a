/** Instructions for the wording of translations, as people write them. */
import { cleanLine } from './names.ts';

export const maxInstructionCharacters = 300;
export const maxInstructionsPerCall = 10;

export const instructionRule = `An instruction has 1 to ${maxInstructionCharacters} characters and no control characters.`;

/**
 * Returns the instruction in one line, or undefined when it is not valid. In one line, it cannot be mistaken for
 * another part of a request to a language model.
 */
export function cleanInstruction(value: string): string | undefined {
  return cleanLine(value.replaceAll(/\s+/g, ' '), maxInstructionCharacters);
}
