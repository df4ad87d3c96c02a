/** Digits, with single underscores between them where that reads better: `250_000`. NaN for anything else. */
export function wholeNumber(value: string): number {
  return /^\d+(?:_\d+)*$/.test(value) ? Number(value.replaceAll('_', '')) : Number.NaN;
}
