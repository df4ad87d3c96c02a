/** Engines drop and add blanks around what they translate (a dropped pronoun leaves its space): keep the source's. */
export function withOuterWhitespaceOf(source: string, translated: string): string {
  const core = translated.trim();
  if (core === '') return source;
  const leading = source.length - source.trimStart().length;
  return source.slice(0, leading) + core + source.slice(source.trimEnd().length);
}
