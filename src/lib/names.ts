/** Names of teams, keys and glossaries, as users enter them. */
export const maxNameLength = 200;

export const nameRule = `A name has 1 to ${maxNameLength} characters and no control characters.`;

/** Returns the name without surrounding whitespace, or undefined when it is not valid. */
export function cleanName(value: string): string | undefined {
  return cleanLine(value, maxNameLength);
}

/** The same for any text of one line. */
export function cleanLine(value: string, maxLength: number): string | undefined {
  const line = value.trim();
  const isLine = line !== '' && [...line].length <= maxLength && line.isWellFormed() && !/\p{Cc}/u.test(line);
  return isLine ? line : undefined;
}
