/** The differences between two versions of a dictionary. Pure computation, so it can run on any thread. */
import type { Entries } from './entries.ts';

/** An entry that was added, removed or changed. */
export interface ChangedEntry {
  readonly source: string;
  /** Null if the earlier version does not have the entry. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface EntriesDiff {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** The first entries, up to the requested number. */
  readonly entries: readonly ChangedEntry[];
}

/** Added and changed entries in the order of the later version, then removed ones. */
export function diffEntries(earlier: Entries, after: Entries, mostShown: number): EntriesDiff {
  const counts = { added: 0, removed: 0, changed: 0 };
  const entries: ChangedEntry[] = [];
  const note = (kind: keyof typeof counts, entry: ChangedEntry) => {
    counts[kind]++;
    if (entries.length < mostShown) entries.push(entry);
  };
  for (const [source, target] of after) {
    const old = earlier.get(source);
    if (old === undefined) note('added', { source, before: null, after: target });
    else if (old !== target) note('changed', { source, before: old, after: target });
  }
  for (const [source, target] of earlier) {
    if (!after.has(source)) note('removed', { source, before: target, after: null });
  }
  return { ...counts, entries };
}
