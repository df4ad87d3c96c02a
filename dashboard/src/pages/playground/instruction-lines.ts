/** Instructions as a person types them: one per line. The limits are those of a call. */
import { formatNumber } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';

const maxInstructions = 10;
const maxCharacters = 300;

export function instructionsIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '');
}

/** Why the server would refuse the instructions; undefined if it accepts them. */
export function problemOf(instructions: readonly string[]): string | undefined {
  if (instructions.length > maxInstructions)
    return t('At most {maxInstructions} instructions are allowed. There are {count}.', {
      maxInstructions,
      count: formatNumber(instructions.length),
    });
  const index = instructions.findIndex((instruction) => [...instruction].length > maxCharacters);
  if (index === -1) return undefined;
  const excess = [...(instructions[index] ?? '')].length - maxCharacters;
  return t(
    '{excess, plural, one {Instruction {index} is # character too long.} other {Instruction {index} is # characters too long.}}',
    { excess, index: index + 1 },
  );
}
