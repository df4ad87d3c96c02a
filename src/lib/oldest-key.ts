/**
 * Yields the keys of a map one at a time, oldest first. Asking a map for its first key repeatedly walks over
 * the slots of all deleted entries, which costs a tenth of a millisecond per entry in a large, full cache.
 */
export class OldestKey<Key> {
  readonly #map: ReadonlyMap<Key, unknown>;
  #keys: Iterator<Key>;

  constructor(map: ReadonlyMap<Key, unknown>) {
    this.#map = map;
    this.#keys = map.keys();
  }

  /**
   * The caller must delete the returned key or move it to the end. Returns undefined when the map is empty.
   */
  next(): Key | undefined {
    const next = this.#keys.next();
    if (!next.done) return next.value;
    this.#keys = this.#map.keys();
    return this.#keys.next().value;
  }
}
