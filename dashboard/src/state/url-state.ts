import { useMemo } from 'react';
import { replaceSearch, useSearch } from './navigation.tsx';

/**
 * What a page shows, as its URL says, so that a shared link shows the same. With `team`, the link opens in that team.
 * `read` must be the same function with every render.
 */
export function useUrlState<Shown>(read: (search: URLSearchParams) => Shown, team?: string) {
  const search = useSearch();
  return {
    shown: useMemo(() => read(search), [search, read]),
    change(write: (next: URLSearchParams) => void) {
      const next = new URLSearchParams(search);
      write(next);
      if (team !== undefined) next.set('team', team);
      replaceSearch(next);
    },
  };
}
