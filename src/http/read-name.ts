import Type from 'typebox';
import { ProblemError, problem } from '../lib/errors.ts';
import { cleanName, nameRule } from '../lib/names.ts';

/** Leaves room for surrounding whitespace; `cleanName` trims it and then checks the length. */
export const nameSchema = Type.String({ minLength: 1, maxLength: 1_000 });

export function readName(value: string): string {
  const name = cleanName(value);
  if (name === undefined) throw new ProblemError(problem('invalid_request', nameRule));
  return name;
}
