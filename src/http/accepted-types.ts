/** Whether an `Accept` header allows a media type. Its preferences are ignored, since there is no choice. */
export function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const allowed = new Set(['*', '*/*', `${type.split('/', 1)[0]}/*`, type]);
  return header.split(',').some((range) => allowed.has((range.split(';', 1)[0] ?? '').trim().toLowerCase()));
}
