/** Merges imported entries into a draft: known source terms get the new target, new ones are appended. */
import type { Work } from '../../../lib/in-slices.ts';
import type { Cells } from './term-faults.ts';

export function* mergeImport(rows: readonly Cells[], added: readonly Cells[]): Work<Cells[]> {
  const merged: Cells[] = [];
  const places = new Map<string, number>();
  for (const row of rows) {
    if (row.source !== '') places.set(row.source, merged.length);
    merged.push(row);
    yield;
  }
  const seen = new Map<string, string>();
  for (const one of added) {
    const place = places.get(one.source);
    // If a file has two targets for a term, both stay and the grid reports the duplicate to the user.
    if (seen.has(one.source)) {
      if (seen.get(one.source) !== one.target) merged.push(one);
    } else if (place === undefined) {
      merged.push(one);
    } else {
      merged[place] = one;
    }
    seen.set(one.source, one.target);
    yield;
  }
  return merged;
}
