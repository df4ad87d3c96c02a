import Type from 'typebox';
import { ProblemError, problem } from '../lib/errors.ts';
import { cleanName, maxNameLength, nameRule } from '../lib/names.ts';

/** Leaves room for surrounding whitespace; `cleanName` trims it and then checks the length. */
export const nameSchema = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: `The name. 1 to ${maxNameLength} characters without control characters; surrounding whitespace is removed.`,
});

export function readName(value: string): string {
  const name = cleanName(value);
  if (name === undefined) throw new ProblemError(problem('invalid_request', nameRule));
  return name;
}
