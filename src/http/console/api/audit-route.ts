/** The team's audit log for its owners: it tells of everybody's sessions and addresses. */
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
    Type.String({ maxLength: 300, description: 'the id of a user or key, or a part of the name' }),
  ),
});

export function auditRoute(audit: AuditLog): RouteDefinition {
  return {
    method: 'GET',
    url: '/api/teams/:team/audit',
    access: 'owner',
    describes: { operationId: 'listAuditEntries', summary: 'Who changed what, newest first' },
    schema: { querystring: querySchema, response: { 200: auditAnswer } },
    handler: async (request) => {
      const query = request.query as Static<typeof querySchema>;
      const page = readPage(query);
      const filter = { ...readAuditFilter(query), actor: readActor(query.actor) };
      const found = await audit.list(teamOf(request).teamId, filter, withOneMore(page));
      const { shown, next_cursor } = toPage(found, page);
      return { entries: shown, next_cursor };
    },
  };
}

function readActor(value: string | undefined): string | undefined {
  const actor = value?.trim();
  if (actor === undefined || actor === '') return undefined;
  if (actor.isWellFormed() && !/\p{Cc}/u.test(actor)) return actor;
  throw new ProblemError(problem('invalid_request', 'actor must be an id or a part of a name.'));
}
