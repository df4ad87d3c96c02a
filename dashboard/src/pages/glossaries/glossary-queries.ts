/** Queries and mutations of the glossary pages. Every mutation refreshes the queries. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { answered, at, client } from '../../api/client.ts';
import { type Telling, useChange } from '../../api/use-change.ts';
import { t } from '../../lib/messages.ts';
import { pairName } from '../../lib/pair-name.ts';
import type { Pair } from './glossary-address.ts';

export function useGlossaryPages(team: string) {
  return useInfiniteQuery({
    queryKey: ['glossaries', team, 'pages'],
    queryFn: ({ pageParam }) =>
      answered(
        client.GET(
          '/api/teams/{team}/glossaries',
          at({ team }, { query: { limit: 100, ...(pageParam !== null && { cursor: pageParam }) } }),
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

export function useGlossary(team: string, id: string) {
  return useQuery({
    queryKey: ['glossaries', team, id],
    queryFn: () => answered(client.GET('/api/teams/{team}/glossaries/{id}', at({ team, id }))),
  });
}

/** The version that was read. A change sends it, so that the server rejects a change to another version. */
interface Seen {
  readonly id: string;
  readonly version: number;
}

const seen = (version: number) => ({ 'If-Match': `"${version}"` });

export function useCreateGlossary(team: string) {
  return useGlossaryChange(team, (name: string) =>
    answered(client.POST('/api/teams/{team}/glossaries', { ...at({ team }), body: { name } })),
  );
}

export function useRenameGlossary(team: string, { id, version }: Seen) {
  return useGlossaryChange(team, (name: string) =>
    answered(
      client.PATCH('/api/teams/{team}/glossaries/{id}', {
        ...at({ team, id }, { header: seen(version) }),
        body: { name },
      }),
    ),
  );
}

export function useDeleteGlossary(team: string, { id, version, name }: Seen & { name: string }) {
  return useGlossaryChange(
    team,
    (_: undefined) =>
      answered(
        client.DELETE('/api/teams/{team}/glossaries/{id}', at({ team, id }, { header: seen(version) })),
      ),
    { done: () => t('{name} is deleted.', { name }) },
  );
}

export function useDeleteDictionary(team: string, id: string, pair: Pair, version: number) {
  return useGlossaryChange(
    team,
    (_: undefined) =>
      answered(
        client.DELETE(
          '/api/teams/{team}/glossaries/{id}/dictionaries/{source}/{target}',
          at({ team, id, ...pair }, { header: seen(version) }),
        ),
      ),
    { done: () => t('{name} is deleted.', { name: pairName(pair.source, pair.target) }) },
  );
}

function useGlossaryChange<Input, Output>(
  team: string,
  change: (input: Input) => Promise<Output>,
  telling?: Telling<Input, Output>,
) {
  return useChange(change, [['glossaries', team]], telling);
}

export function useRefreshGlossaries(team: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['glossaries', team] });
}
