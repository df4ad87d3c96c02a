/** Queries and mutations of the documents page. Every mutation refreshes the list. */
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, at, client } from '../../api/client.ts';
import { pollInterval } from '../../api/poll-interval.ts';
import type { Answer } from '../../api/queries.ts';
import { asUnconfirmed, type Telling } from '../../api/use-change.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { t } from '../../lib/messages.ts';
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
    refetchInterval: (query) =>
      query.state.data?.pages.some(({ documents }) => documents.some(isUnderWay)) === true &&
      pollInterval(watchEveryMs)(query),
  });
}

export function useDeleteDocument(team: string) {
  return useDocumentChange(
    team,
    ({ id }: TeamDocument) =>
      answered(client.DELETE('/api/teams/{team}/documents/{id}', at({ team, id }))).catch(asUnconfirmed),
    ({ name }) => t('{name} is deleted.', { name }),
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

/** The buttons are in the rows of a list that may be long, so what fails is told beside the page. */
function useDocumentChange<Output>(
  team: string,
  change: (document: TeamDocument) => Promise<Output>,
  done?: Telling<TeamDocument>['done'],
) {
  const refresh = useRefreshDocuments(team);
  const telling = { isFailureTold: true, ...(done && { done }) };
  return useMutation({ mutationFn: change, meta: { telling }, onSettled: refresh });
}

/** The month's figures change too: they include the hold of a document. */
export function useRefreshDocuments(team: string): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['documents', 'summary', 'keys'].map((name) => queries.invalidateQueries({ queryKey: [name, team] })),
    );
}
