/** Three-way merge of two users' changes to the same dictionary, term by term. */
import type { Work } from '../../../lib/in-slices.ts';
import type { Cells } from './term-faults.ts';

/** A term that both users changed differently. Null means that it was deleted. */
export interface Conflict {
  readonly source: string;
  readonly mine: string | null;
  readonly theirs: string | null;
}

export interface Merge {
  /** In the order of mine, then the terms that only theirs has. A conflict takes the place of my entry. */
  readonly entries: readonly (Cells | Conflict)[];
  readonly conflicts: readonly Conflict[];
}

export type Choice = 'mine' | 'theirs';

type Terms = ReadonlyMap<string, string>;

/** Takes theirs wherever mine is unchanged from the base. */
export function* mergeThreeWays(base: Terms, mine: Terms, theirs: Terms): Work<Merge> {
  const entries: (Cells | Conflict)[] = [];
  const conflicts: Conflict[] = [];
  const decide = (source: string) => {
    const [before, my, their] = [base.get(source), mine.get(source), theirs.get(source)];
    if (my === their || their === before) return my;
    if (my === before) return their;
    return { source, mine: my ?? null, theirs: their ?? null };
  };
  // A term that both sides deleted needs no decision.
  for (const source of bothOf(mine, theirs)) {
    const decided = decide(source);
    if (typeof decided === 'object') conflicts.push(decided);
    if (typeof decided === 'object') entries.push(decided);
    else if (decided !== undefined) entries.push({ source, target: decided });
    yield;
  }
  return { entries, conflicts };
}

/** Whether both have the same terms, in any order. */
export function* areSame(mine: Terms, theirs: Terms): Work<boolean> {
  if (mine.size !== theirs.size) return false;
  for (const [source, target] of mine) {
    if (theirs.get(source) !== target) return false;
    yield;
  }
  return true;
}

export function* settle({ entries }: Merge, choose: (conflict: Conflict) => Choice): Work<Cells[]> {
  const cells: Cells[] = [];
  for (const entry of entries) {
    const target = 'target' in entry ? entry.target : entry[choose(entry)];
    if (target !== null) cells.push({ source: entry.source, target });
    yield;
  }
  return cells;
}

export function* termsOf(cells: readonly Cells[]): Work<Map<string, string>> {
  const terms = new Map<string, string>();
  for (const { source, target } of cells) {
    if (source !== '') terms.set(source, target);
    yield;
  }
  return terms;
}

function* bothOf(mine: Terms, theirs: Terms): Generator<string> {
  yield* mine.keys();
  for (const source of theirs.keys()) if (!mine.has(source)) yield source;
}
