import { recentlyUsed } from './recently-used.ts';

/** Caches the results of a pure function of a string. Callers choose the strings, so the cache is bounded. */
export function memoized<T>(compute: (input: string) => T, maxEntries: number): (input: string) => T {
  // Each result is wrapped, because the cache does not keep undefined.
  const known = recentlyUsed<string, { readonly value: T }>(maxEntries);
  return (input) => {
    const found = known.get(input);
    if (found !== undefined) return found.value;
    const computed = { value: compute(input) };
    known.set(input, computed);
    return computed.value;
  };
}
