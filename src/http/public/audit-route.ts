import Type, { type Static } from 'typebox';
import type { AuditLog } from '../../accounts/audit-log.ts';
import { auditAnswer, auditQuery, readAuditFilter } from '../audit-shapes.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { readPage, toPage, withOneMore } from '../pages.ts';
import { callerOf } from './acting.ts';
import { auditExample } from './examples.ts';

const querySchema = Type.Object(auditQuery);

/** The changes to the team: who, what, when and from where; newest first. */
export function auditRoute(audit: AuditLog): RouteDefinition {
  return {
    method: 'GET',
    url: '/v1/audit',
    access: 'audit',
    describes: {
      operationId: 'listAuditEntries',
      summary: 'List who changed what, newest first',
      description:
        'Returns the audit log of the team: changes to keys, limits, credit, glossaries and members, made over HTTP, on the console or on the command line. Entries cannot be changed or removed.',
      answerExample: auditExample,
      example: { query: '?limit=10&action=key.created' },
    },
    schema: { querystring: querySchema, response: { 200: auditAnswer } },
    handler: async (request) => {
      const query = request.query as Static<typeof querySchema>;
      const page = readPage(query);
      const found = await audit.list(callerOf(request).teamId, readAuditFilter(query), withOneMore(page));
      const { shown, next_cursor } = toPage(found, page);
      return { entries: shown, next_cursor };
    },
  };
}
