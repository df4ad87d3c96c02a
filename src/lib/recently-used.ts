import { LRUCache } from 'lru-cache';

export type RecentlyUsed<Key extends object | string, Value extends object | number> = LRUCache<Key, Value>;

interface Extras {
  /** How long an entry is kept, at most. */
  readonly ttl?: number;
}

/**
 * Keeps at most so many entries, and drops the least recently used first. The library's own `max` would reserve memory for
 * all of them at once: 15 ms of a server's start for each cache of 100,000 entries.
 */
export function recentlyUsed<Key extends object | string, Value extends object | number>(
  entries: number,
  extras: Extras = {},
): RecentlyUsed<Key, Value> {
  return new LRUCache({ ...extras, maxSize: entries, sizeCalculation: () => 1 });
}
