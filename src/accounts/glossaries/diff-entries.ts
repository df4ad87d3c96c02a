/** What changed between two versions of a dictionary. Plain computing, for any thread. */
import type { Entries } from './entries.ts';

/** An entry that one version has and the other has not, or has otherwise. */
export interface ChangedEntry {
  readonly source: string;
  /** Null where it was not there. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface EntriesDiff {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** The first ones: as many as were asked for. */
  readonly entries: readonly ChangedEntry[];
}

/** In the order of the later version, then what was removed. */
export function diffEntries(before: Entries, after: Entries, mostShown: number): EntriesDiff {
  const counts = { added: 0, removed: 0, changed: 0 };
  const entries: ChangedEntry[] = [];
  const note = (kind: keyof typeof counts, entry: ChangedEntry) => {
    counts[kind]++;
    if (entries.length < mostShown) entries.push(entry);
  };
  for (const [source, target] of after) {
    const old = before.get(source);
    if (old === undefined) note('added', { source, before: null, after: target });
    else if (old !== target) note('changed', { source, before: old, after: target });
  }
  for (const [source, target] of before) {
    if (!after.has(source)) note('removed', { source, before: target, after: null });
  }
  return { ...counts, entries };
}
