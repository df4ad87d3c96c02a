/** The request log of a team: loaded page by page while somebody scrolls, and new calls while they watch. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import type { Answer } from '../../api/queries.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { withNew } from './merge-requests.ts';
import { questionOf, type RequestFilter, type RequestQuestion } from './request-filter.ts';

type RequestPart = Answer<'listRequests'>;
export type LoggedRequest = RequestPart['requests'][number];

const rowsAtOnce = 500;
const liveMs = 2_000;

/** Beyond this, the list is loaded anew, so that a page that stays open does not grow without end. */
const mostNewRows = 5_000;

function readPart(team: string, question: RequestQuestion, place: { cursor?: string; after?: string }) {
  const query = { ...question, ...place, limit: rowsAtOnce };
  return answered(client.GET('/api/teams/{team}/requests', at({ team }, { query })));
}

export function useRequests(team: string, filter: RequestFilter, isLive: boolean) {
  const name = JSON.stringify(filter);
  const list = useInfiniteQuery({
    queryKey: ['requests', team, name],
    queryFn: ({ pageParam }) =>
      readPart(team, questionOf(filter, Date.now()), pageParam === undefined ? {} : { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: RequestPart) => next_cursor ?? undefined,
    // Loaded anew by this page only: a refetch would load every page again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Comparing a hundred thousand rows would take longer than a frame.
    structuralSharing: false,
  });
  const first = list.data?.pages[0];
  const fresh = useNewRequests(team, filter, isLive, first, () => void list.refetch());
  const pages = list.data?.pages;
  const rows = useMemo(
    () => withNew(fresh, pages?.flatMap(({ requests }) => requests) ?? []),
    [fresh, pages],
  );
  const last = pages?.at(-1);
  return { list, rows, searchedTo: last?.searched_to ?? undefined, daysKept: first?.days_kept };
}

interface Fresh {
  /** The first page that the new calls come before. */
  readonly base: RequestPart | undefined;
  readonly rows: readonly LoggedRequest[];
}

function useNewRequests(
  team: string,
  filter: RequestFilter,
  isLive: boolean,
  base: RequestPart | undefined,
  reload: () => void,
): readonly LoggedRequest[] {
  const [fresh, setFresh] = useState<Fresh>({ base, rows: [] });
  const known = fresh.base === base ? fresh.rows : [];
  useQuery({
    queryKey: ['new requests', team, JSON.stringify(filter)],
    queryFn: async () => {
      const after = known[0] === undefined ? base?.newest_cursor : cursorOf(known[0].id);
      const part = await readPart(team, questionOf(filter, Date.now()), after ? { after } : {});
      const rows = withNew(part.requests, known);
      // More calls than one answer holds: there may be a gap.
      if (part.requests.length >= rowsAtOnce || rows.length > mostNewRows) reload();
      else if (rows.length > known.length) setFresh({ base, rows });
      return part.newest_cursor;
    },
    enabled: isLive && base !== undefined,
    refetchInterval: liveMs,
    structuralSharing: false,
    gcTime: 0,
  });
  return known;
}

/** As the server writes it: the bytes of the id in base64url. */
function cursorOf(id: string): string {
  const bytes = id.replaceAll('-', '').match(/../g) ?? [];
  const text = String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function exportRequests(team: string, filter: RequestFilter): Promise<void> {
  const query = questionOf(filter, Date.now());
  const file = await answered(
    client.GET('/api/teams/{team}/requests/export', { ...at({ team }, { query }), parseAs: 'blob' }),
  );
  downloadFile('requests.csv', file as unknown as Blob);
}
