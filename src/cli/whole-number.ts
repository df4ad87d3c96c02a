/** Digits, optionally with single underscores between them: `250_000`. NaN for anything else. */
export function wholeNumber(value: string): number {
  return /^\d+(?:_\d+)*$/.test(value) ? Number(value.replaceAll('_', '')) : Number.NaN;
}
