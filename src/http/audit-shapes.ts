/** The audit log on the wire: query parameters and entries, shared by both listeners. */
import Type, { type Static } from 'typebox';
import { described } from './described.ts';
import { nextCursor, pageQuery } from './pages.ts';
import { invalidRequest } from './refusals.ts';
import { time } from './time-shapes.ts';
import { readTime, timeQuery } from './times.ts';

export const auditQuery = {
  ...pageQuery,
  action: Type.Optional(
    Type.String({
      pattern: '^[a-z_]{1,40}[.][a-z_]{1,40}$',
      description: 'Returns only entries with this action, such as `key.created`.',
    }),
  ),
  subject: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z-]{1,100}$',
      description: 'Returns only changes to the object with this ID.',
    }),
  ),
  from: timeQuery('Returns only entries at or after this time.'),
  to: timeQuery('Returns only entries before this time.'),
};
const auditQuerySchema = Type.Object(auditQuery);

const textOrNull = Type.Union([Type.String(), Type.Null()]);
export const entrySchema = Type.Object({
  id: Type.String({ description: 'The ID of the entry.' }),
  at: described(time, 'When the change was made.'),
  action: Type.String({ description: 'What was done, such as `key.created` or `limits.changed`.' }),
  subject: Type.Object(
    {
      type: Type.String({ description: 'The type of the object, such as `key` or `glossary`.' }),
      id: Type.String({ description: 'The ID of the object.' }),
    },
    { description: 'The object that was changed.' },
  ),
  actor: Type.Object(
    {
      type: Type.String({
        description:
          '`key` for an API key, `user` for a user of the console, `command_line` for an operator, `unknown` for somebody who is not signed in.',
      }),
      id: described(textOrNull, 'The ID of the key or user. `null` for other types.'),
      name: described(textOrNull, 'The name of the key, the user or the account of the operator.'),
    },
    { description: 'Who made the change.' },
  ),
  address: described(textOrNull, 'The IP address of the client. `null` on the command line.'),
  request_id: described(textOrNull, 'The `X-Request-Id` of the request. `null` on the command line.'),
  details: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'What was changed. A changed value is an object with its old value, `from`, and its new value, `to`.',
    },
  ),
});
export const auditAnswer = Type.Object({
  entries: Type.Array(entrySchema, { description: 'The entries, newest first.' }),
  next_cursor: nextCursor,
});

/** People type this value: surrounding whitespace is ignored, and an empty value means no filter. */
export function readTypedText(member: string, value: string | undefined): string | undefined {
  const text = value?.trim();
  if (text === undefined || text === '') return undefined;
  if (text.isWellFormed() && !/\p{Cc}/u.test(text)) return text;
  throw invalidRequest(`${member} must be an id or a name, without control characters.`);
}

export function readAuditFilter(query: Static<typeof auditQuerySchema>) {
  return {
    actions: query.action === undefined ? undefined : [query.action],
    subjectId: query.subject,
    from: readTime('from', query.from),
    to: readTime('to', query.to),
  };
}
