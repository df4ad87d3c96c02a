/** The request log of a team: loaded page by page while somebody scrolls, and new calls while they watch. */
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { answered, at, client } from '../../api/client.ts';
import { pollInterval, stoppedAfterMs } from '../../api/poll-interval.ts';
import type { Answer } from '../../api/queries.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { useNow } from '../../state/now.ts';
import { withNew } from './merge-requests.ts';
import { questionOf, type RequestFilter, type RequestQuestion } from './request-filter.ts';

type RequestPart = Answer<'listRequests'>;
type Pages = InfiniteData<RequestPart, string | undefined>;
export type LoggedRequest = RequestPart['requests'][number];

const rowsAtOnce = 500;
/** The server holds the question until there is a new call; this is the pause between an answer and the next question. */
const liveMs = 100;
/** While calls come in faster than anybody reads them, fewer and fuller answers are enough. */
const floodedMs = 2_000;
const ageEveryMs = 10_000;

/** Beyond this, the list is loaded anew, so that a page that stays open does not grow without end. */
const mostNewRows = 5_000;

function readPart(
  team: string,
  question: RequestQuestion,
  place: { cursor?: string; after?: string; seen?: string },
  signal: AbortSignal | undefined,
) {
  const query = { ...question, ...place, limit: rowsAtOnce };
  // A browser has few connections to a server: questions of a page or filter that was left must not hold them.
  const asked = { ...at({ team }, { query }), ...(signal && { signal }) };
  return answered(client.GET('/api/teams/{team}/requests', asked));
}

export function useRequests(team: string, filter: RequestFilter, isLive: boolean) {
  const name = JSON.stringify(filter);
  const list = useInfiniteQuery({
    queryKey: ['requests', team, name],
    queryFn: ({ pageParam, signal }) => {
      const place = pageParam === undefined ? {} : { cursor: pageParam };
      return readPart(team, questionOf(filter, Date.now()), place, signal);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }: RequestPart) => next_cursor ?? undefined,
    // Loaded anew by this page only: a refetch would load every page again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Comparing a hundred thousand rows would take longer than a frame.
    structuralSharing: false,
  });
  const first = list.data?.pages[0];
  const queries = useQueryClient();
  const reload = () => {
    // A refetch loads every page again, of which there may be hundreds.
    queries.setQueryData<Pages>(
      ['requests', team, name],
      (loaded) => loaded && { pages: loaded.pages.slice(0, 1), pageParams: loaded.pageParams.slice(0, 1) },
    );
    void list.refetch();
  };
  const live = useNewRequests(team, filter, isLive, first, reload);
  const pages = list.data?.pages;
  const rows = useMemo(() => withNew(live.rows, joined(pages ?? [])), [live.rows, pages]);
  const last = pages?.at(-1);
  return { list, rows, live, searchedTo: last?.searched_to ?? undefined, daysKept: first?.days_kept };
}

/** Copies the pages as a whole: row by row, a long log would take longer than a frame. */
function joined(pages: readonly RequestPart[]): readonly LoggedRequest[] {
  return ([] as LoggedRequest[]).concat(...pages.map(({ requests }) => requests));
}

interface Fresh {
  /** The first page that the new calls come before. */
  readonly base: RequestPart | undefined;
  readonly rows: readonly LoggedRequest[];
}

/** For errors, and to stop after a while without calls. An answer that waits for a call needs no longer pauses. */
const paused = pollInterval(floodedMs);

function useNewRequests(
  team: string,
  filter: RequestFilter,
  isLive: boolean,
  base: RequestPart | undefined,
  reload: () => void,
) {
  const [fresh, setFresh] = useState<Fresh>({ base, rows: [] });
  const known = fresh.base === base ? fresh.rows : [];
  const last = useRef({ latest: 'none', thoroughAt: Date.now(), isFlooded: false });
  const { dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ['new requests', team, JSON.stringify(filter)],
    queryFn: async ({ signal }) => {
      const newestKnown = (known[0] ?? base?.requests[0])?.id;
      const isThorough = Date.now() - last.current.thoroughAt >= thoroughEveryMs;
      const question = questionOf(filter, Date.now());
      const place = { known: newestKnown, isThorough, seen: last.current.latest, signal };
      const { requests, latest, newest, isWhole } = await readNew(team, question, place);
      last.current = {
        latest,
        thoroughAt: isThorough ? Date.now() : last.current.thoroughAt,
        isFlooded: !isThorough && requests.length >= rowsAtOnce,
      };
      const rows = withNew(without(requests, base?.requests ?? []), known);
      // What could not be read at once would be a gap.
      if (!isWhole || rows.length > mostNewRows) reload();
      else if (rows.length > known.length) setFresh({ base, rows });
      return newest;
    },
    enabled: isLive && base !== undefined,
    // The newest cursor: it changes with every new call.
    refetchInterval: (query) => {
      const pauseMs = paused(query);
      if (pauseMs === false || query.state.status !== 'success') return pauseMs;
      return last.current.isFlooded ? floodedMs : liveMs;
    },
    structuralSharing: false,
    gcTime: 0,
  });
  const now = useNow(ageEveryMs);
  const isStopped = !isFetching && dataUpdatedAt > 0 && now - dataUpdatedAt > stoppedAfterMs;
  return { rows: known, isStopped, restart: () => void refetch() };
}

function without(rows: readonly LoggedRequest[], others: readonly LoggedRequest[]): readonly LoggedRequest[] {
  const ids = new Set(others.map(({ id }) => id));
  return rows.filter(({ id }) => !ids.has(id));
}

/**
 * A node that could not reach the database, or whose clock is slow, writes rows that are older than what the server repeats. Every
 * half minute, the newest page is read whole, so that they appear, too.
 */
const thoroughEveryMs = 30_000;

/** A busy team makes more calls between two questions than one answer holds. */
const mostNewParts = 5;

interface Place {
  /** The newest known call. */
  readonly known: string | undefined;
  /** Asks for the newest calls whatever is known. */
  readonly isThorough?: boolean;
  /** The server answers as soon as there is a call after this one. */
  readonly seen?: string;
  readonly signal?: AbortSignal;
}

/**
 * What is new since the newest known call. The server repeats the seconds before it; on a busy team those alone can be more than
 * an answer holds, so the answers are whole as soon as they reach the newest known call.
 */
export async function readNew(
  team: string,
  question: RequestQuestion,
  { known, isThorough = false, seen = 'none', signal }: Place,
) {
  const since = known === undefined || isThorough ? {} : { after: cursorOf(known) };
  const first = await readPart(team, question, { ...since, seen }, signal);
  const requests = [...first.requests];
  let cursor = first.next_cursor;
  const isWhole = () => known === undefined || cursor === null || (requests.at(-1)?.id ?? '') <= known;
  for (let parts = 1; !isWhole() && parts < mostNewParts; parts++) {
    const next = await readPart(team, question, { ...since, ...(cursor !== null && { cursor }) }, signal);
    requests.push(...next.requests);
    cursor = next.next_cursor;
  }
  return { requests, latest: first.latest ?? 'none', newest: first.newest_cursor, isWhole: isWhole() };
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
