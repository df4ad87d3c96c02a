/** The team's audit log. For owners only: it shows the sessions and addresses of everyone in the team. */
import Type, { type Static } from 'typebox';
import type { AuditLog } from '../../../accounts/audit-log.ts';
import { ProblemError, problem } from '../../../lib/errors.ts';
import { auditAnswer, auditQuery, readAuditFilter } from '../../audit-shapes.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { readPage, toPage, withOneMore } from '../../pages.ts';
import { teamOf } from './acting.ts';

const querySchema = Type.Object({
  ...auditQuery,
  actor: Type.Optional(
    Type.String({ maxLength: 300, description: 'the id of a user or key, or part of its name' }),
  ),
  subject: Type.Optional(
    Type.String({ maxLength: 300, description: 'an id; for an invitation, the e-mail address' }),
  ),
});

export function auditRoute(audit: AuditLog): RouteDefinition {
  return {
    method: 'GET',
    url: '/api/teams/:team/audit',
    access: 'owner',
    describes: { operationId: 'listAuditEntries', summary: 'List who changed what, newest first' },
    schema: { querystring: querySchema, response: { 200: auditAnswer } },
    handler: async (request) => {
      const query = request.query as Static<typeof querySchema>;
      const page = readPage(query);
      const filter = {
        ...readAuditFilter(query),
        actor: readText('actor', query.actor),
        subjectId: readText('subject', query.subject),
      };
      const found = await audit.list(teamOf(request).teamId, filter, withOneMore(page));
      const { shown, next_cursor } = toPage(found, page);
      return { entries: shown, next_cursor };
    },
  };
}

/** People type this value: surrounding whitespace is ignored, and an empty value means no filter. */
function readText(member: string, value: string | undefined): string | undefined {
  const text = value?.trim();
  if (text === undefined || text === '') return undefined;
  if (text.isWellFormed() && !/\p{Cc}/u.test(text)) return text;
  throw new ProblemError(
    problem('invalid_request', `${member} must be an id or a name, without control characters.`),
  );
}
