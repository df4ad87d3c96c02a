/** The last calls of a team: each with its outcome, and never with its texts. */
import { Readable } from 'node:stream';
import Type from 'typebox';
import type { Downloads } from '../../../../accounts/downloads.ts';
import { done, refused } from '../../../../lib/outcome.ts';
import { uuidV7Time } from '../../../../lib/uuid-v7.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import { CallsInFlight } from '../../../../limits/calls-in-flight.ts';
import type { RequestLogReader, TimedRequest } from '../../../../metering/request-log/request-log-reader.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { nextCursor, pageQuery, readCursor, readLimit, writeCursor } from '../../../pages.ts';
import { route } from '../../../route.ts';
import { time, timeOrNull } from '../../../time-shapes.ts';
import { actorOf, teamOf } from '../request-user.ts';
import { writeCsv } from './request-csv.ts';
import { readRequestQuery, requestFilter } from './request-query.ts';

export interface RequestLogParts {
  readonly requestLog: RequestLogReader;
  readonly downloads: Downloads;
}

/** A table that scrolls through a long log asks for few large pages. */
const maxPageRows = 500;

/** Each reads up to 100,000 rows, on the connection that all reports of the node share. */
const exportsAtOnce = 1;

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const integerOrNull = Type.Union([Type.Integer(), Type.Null()]);

const requestSchema = Type.Object({
  id: Type.String(),
  at: time,
  request_id: Type.Union([Type.String(), Type.Null()], {
    description: '`null` in a row that stands for several calls',
  }),
  key_id: textOrNull,
  key_name: textOrNull,
  key_fingerprint: textOrNull,
  kind: Type.String({
    description: '`translate`, `rephrase` or `document`; `not_logged` for a count of calls without a row',
  }),
  mode: textOrNull,
  dialect: textOrNull,
  source_langs: Type.Array(Type.String()),
  target_lang: textOrNull,
  engines: Type.Array(Type.String()),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: '`null` if the client disconnected before it had its answer',
  }),
  code: textOrNull,
  characters: Type.Integer({
    description: 'what the call was charged; a document is charged when it is done',
  }),
  duration_ms: integerOrNull,
  calls: Type.Integer({ description: 'more than 1 if calls that failed alike share the row' }),
});

const listQuery = Type.Object({
  ...pageQuery,
  ...requestFilter,
  after: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The `newest_cursor` of an earlier answer: returns what was logged since, and again what was logged in the seconds before.',
    }),
  ),
  seen: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The `latest` of an earlier answer, or `none`: waits up to 3 s for a call that is logged after it, before it answers.',
    }),
  ),
});
const listSchema = Type.Object({
  latest: Type.Union([Type.String(), Type.Null()], {
    description: 'The newest row of the log, whatever the filter, if `seen` was given.',
  }),
  requests: Type.Array(requestSchema),
  next_cursor: nextCursor,
  newest_cursor: Type.Union([Type.String(), Type.Null()], {
    description: 'Pass it as `after` to read what is new. `null` if there is none yet.',
  }),
  searched_to: Type.Union(timeOrNull.anyOf, {
    description: 'How far back the answer reaches. `null` if it reaches the end.',
  }),
  days_kept: Type.Integer({ description: '0 if calls are not logged' }),
});

export function requestLogRoutes({ requestLog, downloads }: RequestLogParts): RouteDefinition[] {
  const exports = new CallsInFlight();
  return [
    route('GET', '/api/teams/:team/requests', 'viewer', {
      operationId: 'listRequests',
      operators: ['support', 'read-only'],
      summary: 'List the last calls of the team, newest first',
      description:
        'Every answer searches a bounded number of rows, so a page may have fewer than `limit`, or none; `next_cursor` continues the search.',
      query: listQuery,
      response: { 200: listSchema },
      handler: async (request) => {
        const { limit: asked, cursor, after, seen } = request.query;
        const limit = readLimit(asked, maxPageRows);
        const query = {
          ...readRequestQuery(request.query),
          before: cursor === undefined ? undefined : readCursor(cursor),
          after: after === undefined ? undefined : readCursor(after),
        };
        const { teamId } = teamOf(request);
        // Before the rows are read: what is logged in between is read now, and again the next time.
        const latest =
          seen && (await requestLog.waitForNew(teamId, seen === 'none' ? undefined : readCursor(seen)));
        const { rows, scannedTo } = await requestLog.read(teamId, query, limit);
        const newest = rows[0]?.id;
        return done({
          latest: latest ? writeCursor(latest) : null,
          requests: rows.map(showRequest),
          next_cursor: scannedTo === undefined ? null : writeCursor(scannedTo),
          newest_cursor: newest === undefined ? (after ?? null) : writeCursor(newest),
          searched_to: scannedTo === undefined ? null : new Date(uuidV7Time(scannedTo)).toISOString(),
          days_kept: requestLog.daysKept,
        });
      },
    }),
    route('GET', '/api/teams/:team/requests/export', 'viewer', {
      operationId: 'exportRequests',
      operators: ['support', 'read-only'],
      summary: 'Download the last calls of the team, newest first, as CSV',
      description: 'Up to 100,000 rows.',
      query: Type.Object(requestFilter),
      answers: 'text/csv',
      handler: async (request, reply) => {
        const { teamId } = teamOf(request);
        const query = readRequestQuery(request.query);
        const leave = exports.enter(teamId, exportsAtOnce);
        if (leave === undefined) return exportRuns;
        const { from, to } = request.query;
        await downloads.export(teamId, 'requests', { from, to }, actorOf(request)).catch((error) => {
          leave();
          throw error;
        });
        const body = Readable.from(writeCsv(requestLog.list(teamId, query)));
        body.once('close', leave);
        reply
          .header('content-disposition', 'attachment; filename="requests.csv"')
          .type('text/csv; charset=utf-8');
        return done(body);
      },
    }),
  ];
}

function showRequest(call: TimedRequest) {
  return toWire(call);
}

const exportRuns = refused(
  'rate_limited',
  'Another export of this team is running. Try again when it has ended.',
  5,
);
