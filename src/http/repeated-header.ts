/**
 * Whether a header came more than once. Of some headers Node keeps the first and drops the rest in silence,
 * while others in front of us may have kept the last.
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
