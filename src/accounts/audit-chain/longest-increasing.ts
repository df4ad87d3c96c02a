/** Returns the indexes of a longest increasing subsequence: what is left out was moved. */
export function longestIncreasing(values: readonly number[]): Set<number> {
  /** By length: the index of the smallest value with which a subsequence of this length ends. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before.push(low === 0 ? undefined : ends[low - 1]);
    ends[low] = index;
  }
  const kept = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) kept.add(index);
  return kept;
}
