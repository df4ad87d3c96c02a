/** What people search the request log for. */
import Type, { type Static } from 'typebox';
import { callDialects } from '../../../../lib/call-dialect.ts';
import { canonicalLanguageTag } from '../../../../lib/language-tag.ts';
import { loggedKinds } from '../../../../lib/logged-call.ts';
import { readUuid } from '../../../../lib/uuid-v7.ts';
import type { RequestQuery } from '../../../../metering/request-log/request-log-reader.ts';
import { invalidRequest } from '../../../refusals.ts';
import { readTime, timeQuery } from '../../../times.ts';

export const requestFilter = {
  from: timeQuery('Returns only calls that ended at or after this time.'),
  to: timeQuery('Returns only calls that ended before this time.'),
  key: Type.Optional(Type.String({ format: 'uuid', description: 'the id of a key' })),
  kind: Type.Optional(Type.Enum([...loggedKinds])),
  mode: Type.Optional(Type.Enum(['live', 'test'])),
  dialect: Type.Optional(Type.Enum([...callDialects])),
  status: Type.Optional(
    Type.String({
      pattern: '^([245]xx|failed|[1-5][0-9]{2})$',
      description:
        'A status such as `429`, or a class such as `4xx`; `failed` for all calls that ended with a problem or without an answer.',
    }),
  ),
  code: Type.Optional(Type.String({ pattern: '^[a-z_]{1,40}$' })),
  source: Type.Optional(Type.String({ maxLength: 35 })),
  target: Type.Optional(Type.String({ maxLength: 35 })),
  engine: Type.Optional(Type.String({ pattern: '^[a-z0-9+-]{1,100}$' })),
  request_id: Type.Optional(Type.String({ maxLength: 60, description: 'the X-Request-Id of a call' })),
};
const requestFilterSchema = Type.Object(requestFilter);

export function readRequestQuery(query: Static<typeof requestFilterSchema>): RequestQuery {
  return {
    from: readTime('from', query.from),
    to: readTime('to', query.to),
    keyId: query.key,
    kind: query.kind,
    mode: query.mode,
    dialect: query.dialect,
    ...readStatus(query.status),
    code: query.code,
    source: readLanguage('source', query.source),
    target: readLanguage('target', query.target),
    engine: query.engine,
    requestId: readRequestId(query.request_id),
  };
}

function readStatus(status: string | undefined): Pick<RequestQuery, 'status' | 'isFailed'> {
  if (status === undefined) return {};
  if (status === 'failed') return { isFailed: true };
  if (!status.endsWith('xx')) return { status: { from: Number(status), to: Number(status) } };
  const from = Number(status[0]) * 100;
  return { status: { from, to: from + 99 } };
}

function readLanguage(member: string, tag: string | undefined): string | undefined {
  if (tag === undefined) return undefined;
  const canonical = canonicalLanguageTag(tag);
  if (canonical !== undefined) return canonical;
  throw invalidRequest(`${member} must be a language code such as en or pt-BR.`);
}

/** People paste it, with the whitespace around it. */
function readRequestId(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const id = readUuid(text.trim());
  if (id !== undefined) return id;
  throw invalidRequest('request_id must be the X-Request-Id of a call.');
}
