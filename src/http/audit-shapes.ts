/** The audit log on the wire: query parameters and entries, shared by both listeners. */
import Type, { type Static } from 'typebox';
import { nextCursor, pageQuery } from './pages.ts';
import { time } from './time-shapes.ts';
import { readTime, timeQuery } from './times.ts';

export const auditQuery = {
  ...pageQuery,
  action: Type.Optional(Type.String({ pattern: '^[a-z_]{1,40}[.][a-z_]{1,40}$' })),
  subject: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z-]{1,100}$' })),
  from: timeQuery,
  to: timeQuery,
};
const auditQuerySchema = Type.Object(auditQuery);

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const entrySchema = Type.Object({
  id: Type.String(),
  at: time,
  action: Type.String(),
  subject: Type.Object({ type: Type.String(), id: Type.String() }),
  actor: Type.Object({ type: Type.String(), id: textOrNull, name: textOrNull }),
  address: textOrNull,
  request_id: textOrNull,
  details: Type.Object({}, { additionalProperties: true }),
});
export const auditAnswer = Type.Object({ entries: Type.Array(entrySchema), next_cursor: nextCursor });

export function readAuditFilter(query: Static<typeof auditQuerySchema>) {
  return {
    actions: query.action === undefined ? undefined : [query.action],
    subjectId: query.subject,
    from: readTime('from', query.from),
    to: readTime('to', query.to),
  };
}
