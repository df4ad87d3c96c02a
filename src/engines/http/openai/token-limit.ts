/**
 * The most tokens that a translation can need. A small model now and then repeats itself without end; without a
 * limit it does so until the time-out, and holds a place on the server.
 *
 * Three times the tokens of the text and 64 more, with one token for three bytes. This counts too many for
 * English (four letters to a token) and about right for scripts with three bytes to a character (Chinese, Thai). A
 * limit that is too low is worse than one that is too high: the text could never be translated.
 */
export function tokenLimitFor(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text) + 64, 0);
}
