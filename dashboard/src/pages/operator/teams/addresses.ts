/** URLs of the operator's team pages, including the search and the position in the list. */
import type { TeamsQuestion } from '../../../api/operator-queries.ts';

const listPath = '/operator/teams';

export function addressOfTeam(id: string): string {
  return `${listPath}/${encodeURIComponent(id)}`;
}

/** Undefined for the URL of the list. */
export function teamIdAt(path: string): string | undefined {
  const id = path.slice(listPath.length + 1);
  return id === '' ? undefined : id;
}

export function readQuestion(search: URLSearchParams): TeamsQuestion {
  const state = search.get('state');
  return {
    search: search.get('search') ?? '',
    state: state === 'active' || state === 'suspended' ? state : undefined,
    cursor: search.get('cursor') ?? undefined,
  };
}

export function writeQuestion({ search, state, cursor }: TeamsQuestion): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  if (state !== undefined) query.set('state', state);
  if (cursor !== undefined) query.set('cursor', cursor);
  return query.size === 0 ? listPath : `${listPath}?${query}`;
}

/** URLs of the previous list pages, oldest first, stored in the state of the browser's history entry. */
export function trailOf(state: unknown): readonly string[] {
  const { trail } = Object(state) as { trail?: unknown };
  const isTrail = Array.isArray(trail) && trail.every((one) => typeof one === 'string');
  return isTrail ? (trail as string[]) : [];
}
