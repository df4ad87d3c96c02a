import Type, { type Static } from 'typebox';
import type { AuditLog } from '../../accounts/audit-log.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { callerOf } from './acting.ts';
import { nextCursor, pageQuery, readPage, toPage, withOneMore } from './pages.ts';
import { readTime, timeQuery } from './times.ts';

const querySchema = Type.Object({
  ...pageQuery,
  action: Type.Optional(Type.String({ pattern: '^[a-z_]{1,40}[.][a-z_]{1,40}$' })),
  subject: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z-]{1,100}$' })),
  from: timeQuery,
  to: timeQuery,
});

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const entrySchema = Type.Object({
  id: Type.String(),
  at: Type.String({ format: 'date-time' }),
  action: Type.String(),
  subject: Type.Object({ type: Type.String(), id: Type.String() }),
  actor: Type.Object({ type: Type.String(), id: textOrNull, name: textOrNull }),
  address: textOrNull,
  request_id: textOrNull,
  details: Type.Object({}, { additionalProperties: true }),
});
const responseSchema = Type.Object({ entries: Type.Array(entrySchema), next_cursor: nextCursor });

/** Who changed what of the team, when and from where; newest first. */
export function auditRoute(audit: AuditLog): RouteDefinition {
  return {
    method: 'GET',
    url: '/v1/audit',
    access: 'audit',
    describes: {
      operationId: 'listAuditEntries',
      summary: 'Who changed what, newest first',
      example: { query: '?limit=10&action=key.created' },
    },
    schema: { querystring: querySchema, response: { 200: responseSchema } },
    handler: async (request) => {
      const query = request.query as Static<typeof querySchema>;
      const page = readPage(query);
      const filter = {
        action: query.action,
        subjectId: query.subject,
        from: readTime('from', query.from),
        to: readTime('to', query.to),
      };
      const found = await audit.list(callerOf(request).teamId, filter, withOneMore(page));
      const { shown, next_cursor } = toPage(found, page);
      return { entries: shown, next_cursor };
    },
  };
}
