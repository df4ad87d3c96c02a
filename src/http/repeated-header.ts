/**
 * Whether a header occurs more than once. For some headers Node keeps the first value and silently drops the
 * rest, while a proxy in front may have used the last.
 */
export function isRepeated(rawHeaders: readonly string[], lowerCaseName: string): boolean {
  let seen = false;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length !== lowerCaseName.length || name.toLowerCase() !== lowerCaseName) continue;
    if (seen) return true;
    seen = true;
  }
  return false;
}
