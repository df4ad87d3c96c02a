/** The members of a translate call that say how translations should be worded. */
import Type from 'typebox';
import {
  cleanInstruction,
  instructionRule,
  maxInstructionCharacters,
  maxInstructionsPerCall,
} from '../lib/instructions.ts';
import { invalidRequest } from './refusals.ts';

/** `otherwise`: what happens if no engine follows instructions, which the paths treat differently. */
export function customInstructions(otherwise: string) {
  return Type.Array(Type.String({ maxLength: maxInstructionCharacters }), {
    maxItems: maxInstructionsPerCall,
    description: `Instructions for the wording, for engines that follow them: at most ${maxInstructionsPerCall}, of at most ${maxInstructionCharacters} characters each. They are not charged. They count toward the characters per minute once for each text. ${otherwise}`,
  });
}

export function styleId(otherwise: string) {
  return Type.String({
    format: 'uuid',
    description: `The ID of a style rule list of the team to apply. Its language must be the target language. ${otherwise}`,
  });
}

interface InstructionMembers {
  readonly custom_instructions?: readonly string[] | undefined;
  readonly style_id?: string | undefined;
}

/** On the compatibility paths instructions are required; on `/v1`, an engine that ignores them is a warning. */
export function instructionsOption(
  { custom_instructions = [], style_id }: InstructionMembers,
  mayRefuse: 'may refuse' | 'never refuses',
): { texts: readonly string[]; styleId?: string | undefined; isRequired: boolean } | undefined {
  const texts = custom_instructions.map(readInstruction);
  if (texts.length === 0 && style_id === undefined) return undefined;
  return { texts, styleId: style_id, isRequired: mayRefuse === 'may refuse' };
}

function readInstruction(value: string, index: number): string {
  const instruction = cleanInstruction(value);
  if (instruction === undefined)
    throw invalidRequest(`custom_instructions[${index}] is not valid. ${instructionRule}`);
  return instruction;
}
