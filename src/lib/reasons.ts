/** Why an operator did something: for the books and the audit log. */
export const maxReasonLength = 500;

export const reasonRule = `A reason has 1 to ${maxReasonLength} characters and no control characters.`;

/** The reason without white space around it, or undefined when it is none. */
export function cleanReason(value: string): string | undefined {
  const reason = value.trim();
  const isReason =
    reason !== '' &&
    [...reason].length <= maxReasonLength &&
    reason.isWellFormed() &&
    !/\p{Cc}/u.test(reason);
  return isReason ? reason : undefined;
}
