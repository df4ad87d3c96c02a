/** For the health of an engine. */
export function countedPairs(count: number): string {
  return count === 1 ? '1 pair' : `${count} pairs`;
}
