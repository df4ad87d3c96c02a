/** URLs of glossaries and of their dictionaries. */
export interface Pair {
  readonly source: string;
  readonly target: string;
}

export function glossaryAddress(team: string, id: string, pair?: Pair): string {
  const search = new URLSearchParams({ team, glossary: id });
  if (pair !== undefined) {
    search.set('from', pair.source);
    search.set('to', pair.target);
  }
  return `/glossaries?${search}`;
}

export function pairInAddress(search: URLSearchParams): Pair | undefined {
  const [source, target] = [search.get('from'), search.get('to')];
  return source === null || target === null ? undefined : { source, target };
}

export function isSamePair(a: Pair, b: Pair): boolean {
  return a.source === b.source && a.target === b.target;
}
