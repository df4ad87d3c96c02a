/**
 * Restores the source's outer whitespace. Engines change it: a dropped pronoun, for example, leaves its
 * space.
 */
export function withOuterWhitespaceOf(source: string, translated: string): string {
  const core = translated.trim();
  if (core === '') return source;
  const leading = source.length - source.trimStart().length;
  return source.slice(0, leading) + core + source.slice(source.trimEnd().length);
}
