/** Words as a part of a regular expression with the flag `u`, which allows no other escapes. */
export function escapePattern(words: string): string {
  return words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
