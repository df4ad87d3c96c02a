import Type from 'typebox';
import type { AuditLog } from '../../accounts/audit-log.ts';
import { toWire } from '../../lib/wire-shape.ts';
import { auditAnswer, auditQuery, readAuditFilter } from '../audit-shapes.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { listPage } from '../pages.ts';
import { route } from '../route.ts';
import { auditExample } from './examples.ts';
import { callerOf } from './request-caller.ts';

/** The changes to the team: who, what, when and from where; newest first. */
export function auditRoute(audit: AuditLog): RouteDefinition {
  return route('GET', '/v1/audit', 'audit', {
    operationId: 'listAuditEntries',
    summary: 'List who changed what, newest first',
    description:
      'Returns the audit log of the team: changes to keys, limits, credit, glossaries and members, made over HTTP, on the console or on the command line. Entries cannot be changed or removed.',
    answerExample: auditExample,
    example: { query: '?limit=10&action=key.created' },
    query: Type.Object(auditQuery),
    response: { 200: auditAnswer },
    handler: (request) =>
      listPage(
        'entries',
        request.query,
        (page) => audit.list(callerOf(request).teamId, readAuditFilter(request.query), page),
        toWire,
      ),
  });
}
