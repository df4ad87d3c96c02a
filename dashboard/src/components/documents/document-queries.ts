/** Queries and mutations of the documents page. Every mutation refreshes the list. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, at, client } from '../../api/client.ts';
import type { Answer } from '../../api/queries.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { resultName } from './result-name.ts';

export type TeamDocument = Answer<'listDocuments'>['documents'][number];

/** Polls only while a document is in progress: an open page must not keep its session from going idle. */
const watchEveryMs = 1_000;

export function isUnderWay({ state }: TeamDocument): boolean {
  return state === 'queued' || state === 'translating';
}

export function useDocuments(team: string) {
  return useInfiniteQuery({
    queryKey: ['documents', team],
    queryFn: ({ pageParam }) =>
      answered(
        client.GET(
          '/api/teams/{team}/documents',
          at({ team }, { query: { limit: 50, ...(pageParam !== null && { cursor: pageParam }) } }),
        ),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ documents }) => documents.some(isUnderWay)) === true ? watchEveryMs : false,
  });
}

export function useDeleteDocument(team: string) {
  return useDocumentChange(team, (id: string) =>
    answered(client.DELETE('/api/teams/{team}/documents/{id}', at({ team, id }))),
  );
}

export function useDownloadDocument(team: string) {
  return useDocumentChange(team, async ({ id, name, target_lang }: TeamDocument) => {
    const file = await answered(
      client.GET('/api/teams/{team}/documents/{id}/result', {
        ...at({ team, id }),
        parseAs: 'blob',
      }),
    );
    downloadFile(resultName(name, target_lang), file as unknown as Blob);
  });
}

function useDocumentChange<Input, Output>(team: string, change: (input: Input) => Promise<Output>) {
  const refresh = useRefreshDocuments(team);
  return useMutation({ mutationFn: change, onSettled: refresh });
}

/** The month's figures change too: they include the hold of a document. */
export function useRefreshDocuments(team: string): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['documents', 'summary', 'keys'].map((name) => queries.invalidateQueries({ queryKey: [name, team] })),
    );
}
