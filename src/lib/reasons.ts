/** An operator's reason for a change, for the ledger and the audit log. */
import { cleanLine } from './names.ts';

export const maxReasonLength = 500;

export const reasonRule = `A reason has 1 to ${maxReasonLength} characters and no control characters.`;

/** Returns the reason without surrounding whitespace, or undefined when it is not valid. */
export function cleanReason(value: string): string | undefined {
  return cleanLine(value, maxReasonLength);
}
