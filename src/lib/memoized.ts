/**
 * Remembers what a pure function answered for a string. Callers choose the strings, so the memory is bounded: when
 * it is full it starts afresh, which costs less than keeping order, and the few strings that are common come back
 * at once.
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
