/** Both lists are newest first. The server repeats the rows of the last seconds, which are left out here. */
export function withNew<Row extends { readonly id: string }>(
  fresh: readonly Row[],
  known: readonly Row[],
): readonly Row[] {
  const oldest = fresh.at(-1)?.id;
  if (oldest === undefined) return known;
  // Ids sort by time, so only the first known rows can be among the new ones.
  const overlap = known.findIndex(({ id }) => id < oldest);
  const end = overlap === -1 ? known.length : overlap;
  const byId = new Map([...known.slice(0, end), ...fresh].map((row) => [row.id, row]));
  if (byId.size === end) return known;
  const head = [...byId.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  // `concat` copies a hundred thousand rows at once; a spread would take them one by one.
  return head.concat(known.slice(end));
}
