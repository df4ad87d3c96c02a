import { LRUCache } from 'lru-cache';

/** Caches the results of a pure function of a string. Callers choose the strings, so the cache is bounded. */
export function memoized<T>(compute: (input: string) => T, maxEntries: number): (input: string) => T {
  // Each result is wrapped, because the library does not keep undefined.
  const known = new LRUCache<string, { value: T }>({
    max: maxEntries,
    memoMethod: (input) => ({ value: compute(input) }),
  });
  return (input) => known.memo(input).value;
}
