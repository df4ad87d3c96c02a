/** Names of teams, keys and glossaries, as users enter them. */
export const maxNameLength = 200;

export const nameRule = `A name has 1 to ${maxNameLength} characters and no control characters.`;

/** Returns the name without surrounding whitespace, or undefined when it is not valid. */
export function cleanName(value: string): string | undefined {
  const name = value.trim();
  const isName =
    name !== '' && [...name].length <= maxNameLength && name.isWellFormed() && !/\p{Cc}/u.test(name);
  return isName ? name : undefined;
}
