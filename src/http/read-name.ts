import Type from 'typebox';
import { cleanName, maxNameLength, nameRule } from '../lib/names.ts';
import { invalidRequest } from './refusals.ts';

/** Leaves room for surrounding whitespace; `cleanName` trims it and then checks the length. */
export const nameSchema = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: `The name. 1 to ${maxNameLength} characters, one of them visible, without control characters; surrounding whitespace is removed.`,
});

export function readName(value: string): string {
  const name = cleanName(value);
  if (name === undefined) throw invalidRequest(nameRule);
  return name;
}
