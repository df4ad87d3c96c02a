/** Names of teams, keys and glossaries, as users enter them. */
export const maxNameLength = 200;

export const nameRule = `A name has 1 to ${maxNameLength} characters, one of them visible, and no control characters.`;

/** Returns the name without surrounding whitespace, or undefined when it is not valid. */
export function cleanName(value: string): string | undefined {
  const name = cleanLine(value, maxNameLength);
  return name !== undefined && isVisible.test(name) && !turnsText.test(name) ? name : undefined;
}

/** Without one, a list shows an empty row, and a link that nobody can click. */
const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Controls of the direction of text: they show a name as another one, and turn around the words after it. */
const turnsText = /[\u202A-\u202E\u2066-\u2069]/;

/** The same for any text of one line. */
export function cleanLine(value: string, maxLength: number): string | undefined {
  const line = value.trim();
  const isLine = line !== '' && [...line].length <= maxLength && line.isWellFormed() && !/\p{Cc}/u.test(line);
  return isLine ? line : undefined;
}
