/** The visible rows: all of them, or those that match the filter. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { escapePattern } from '../../../lib/escape-pattern.ts';
import { inSlices, type Work } from '../../../lib/in-slices.ts';
import type { Draft, Row } from '../draft/draft.ts';
import { isBlank } from '../draft/term-faults.ts';

/**
 * An edited row stays visible until the filter changes, whether or not it still matches: it must not vanish
 * while the user types in it.
 */
export function useView(draft: Draft, filter: string): readonly Row[] {
  const layout = useSyncExternalStore(draft.subscribe, () => draft.layoutRevision);
  const [found, setFound] = useState<readonly Row[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows must run the filter again
  useEffect(() => {
    if (filter === '') return setFound(undefined);
    const stop = new AbortController();
    inSlices(matching(draft.rows, filter), stop.signal).then(setFound, () => undefined);
    return () => stop.abort();
  }, [draft, filter, layout]);
  return filter === '' ? draft.rows : (found ?? draft.rows);
}

function* matching(rows: readonly Row[], filter: string): Work<Row[]> {
  const words = new RegExp(escapePattern(filter), 'iu');
  const found: Row[] = [];
  for (const row of rows) {
    if (words.test(row.source) || words.test(row.target) || isBlank(row)) found.push(row);
    yield;
  }
  return found;
}

/** The next row with a problem after the given one; wraps around at the end. */
export function* nextProblem(draft: Draft, after: Row | undefined): Work<Row | undefined> {
  const { rows } = draft;
  const start = after === undefined ? 0 : rows.indexOf(after) + 1;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[(start + i) % rows.length];
    if (row !== undefined && draft.problemOf(row) !== undefined) return row;
    yield;
  }
  return undefined;
}
