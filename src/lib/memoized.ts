/**
 * Caches the results of a pure function of a string. Callers choose the strings, so the cache is bounded: it
 * is cleared when full, which costs less than tracking the order of use, and the few common strings are soon
 * cached again.
 */
export function memoized<T>(compute: (input: string) => T, maxEntries: number): (input: string) => T {
  const known = new Map<string, T>();
  return (input) => {
    const found = known.get(input);
    if (found !== undefined || known.has(input)) return found as T;
    const value = compute(input);
    if (known.size >= maxEntries) known.clear();
    known.set(input, value);
    return value;
  };
}
