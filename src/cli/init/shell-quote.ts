/** A path or another value as one word of a shell command. */
export function shellQuote(value: string): string {
  return /^[\w.,:/@%+=-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
