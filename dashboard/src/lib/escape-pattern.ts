/** Escapes text for a regular expression with the `u` flag, which rejects any unnecessary escape. */
export function escapePattern(words: string): string {
  return words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
