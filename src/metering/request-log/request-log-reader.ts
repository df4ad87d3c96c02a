/** The request log as the people of a team read it: in pages, as what is new, or as one long list. */
import { uuidV7From, uuidV7Time } from '../../lib/uuid-v7.ts';
import type { Database } from '../../store/postgres/database.ts';
import {
  type LoggedRequest,
  type RequestFilter,
  readNewestRequests,
  readRequests,
} from '../../store/postgres/request-log-pages.ts';
import { NewCalls } from './new-calls.ts';

export type { LoggedRequest, RequestFilter } from '../../store/postgres/request-log-pages.ts';

/**
 * Rows are written up to a second after their calls ended, by several nodes whose clocks differ a little. Whoever asks for
 * what is new gets the last seconds again, and leaves out what they have.
 */
const overlapMs = 5_000;

/** A call with a request id ended within the longest wait and deadline after it arrived. */
const longestCallMs = 15 * 60_000;
/** The clock of a node may have been set back meanwhile. */
const clockStepMs = 60_000;

/** Bounds of a long list. The first is reached by one that filters little, the second by one that filters much. */
const maxListedRows = 100_000;
const maxListedPages = 250;
const rowsOfPage = 1_000;

const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export interface RequestQuery extends RequestFilter {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only rows before this one. */
  readonly before?: string | undefined;
  /** Only rows after this one, and those of the last seconds before it. */
  readonly after?: string | undefined;
}

export type RequestLogReader = ReturnType<typeof createRequestLogReader>;

/** `daysKept`: 0 if no calls are logged. */
export function createRequestLogReader(db: Database, daysKept: number) {
  const read = async (teamId: string, query: RequestQuery, limit: number) => {
    const { rows, scannedTo } = await readRequests(db, teamId, rangeOf(query), query, limit);
    return { rows: rows.map(withTime), scannedTo };
  };
  const newCalls = new NewCalls((teamIds) => readNewestRequests(db, teamIds));
  return {
    daysKept,
    read,
    /** Waits a few seconds for a row of the team that is newer than `seen`. Returns the newest one. */
    waitForNew: (teamId: string, seen: string | undefined) => newCalls.next(teamId, seen),
    /** Newest first, in pieces; one query at a time, so that other reports get their turn in between. */
    async *list(teamId: string, query: RequestQuery): AsyncGenerator<TimedRequest[]> {
      let { before } = query;
      let left = maxListedRows;
      for (let page = 0; page < maxListedPages && left > 0; page++) {
        const { rows, scannedTo } = await read(teamId, { ...query, before }, Math.min(rowsOfPage, left));
        if (rows.length > 0) yield rows;
        if (scannedTo === undefined) return;
        before = scannedTo;
        left -= rows.length;
      }
    },
  };
}

export type TimedRequest = LoggedRequest & { readonly at: Date };

function withTime(row: LoggedRequest): TimedRequest {
  return { ...row, at: new Date(uuidV7Time(row.id)) };
}

function rangeOf({ from, to, before, after, requestId }: RequestQuery) {
  const lower = [firstId];
  const upper = [lastId];
  if (from !== undefined) lower.push(uuidV7From(from.getTime()));
  if (to !== undefined) upper.push(uuidV7From(to.getTime()));
  if (before !== undefined) upper.push(before);
  if (after !== undefined) lower.push(uuidV7From(uuidV7Time(after) - overlapMs));
  if (requestId !== undefined) {
    const arrivedMs = uuidV7Time(requestId);
    lower.push(uuidV7From(arrivedMs - clockStepMs));
    upper.push(uuidV7From(arrivedMs + longestCallMs));
  }
  // UUIDs in lower case sort as their text does.
  return { from: lower.toSorted().at(-1) ?? firstId, before: upper.toSorted()[0] ?? lastId };
}
