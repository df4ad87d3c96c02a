import Type from 'typebox';
import { ProblemError, problem } from '../lib/errors.ts';
import { cleanName, nameRule } from '../lib/names.ts';

/** Long enough for a name with white space around it; the rule decides about what is left. */
export const nameSchema = Type.String({ minLength: 1, maxLength: 1_000 });

export function readName(value: string): string {
  const name = cleanName(value);
  if (name === undefined) throw new ProblemError(problem('invalid_request', nameRule));
  return name;
}
