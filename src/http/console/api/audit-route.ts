/** The team's audit log. For owners only: it shows the sessions and addresses of everyone in the team. */
import Type from 'typebox';
import type { AuditLog } from '../../../accounts/audit-log.ts';
import type { Downloads } from '../../../accounts/downloads.ts';
import type { Page } from '../../../lib/page.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import { auditAnswer, auditQuery, readAuditFilter, readTypedText } from '../../audit-shapes.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { listPage } from '../../pages.ts';
import { route } from '../../route.ts';
import { actorOf, teamOf } from './request-user.ts';
import { exportMember } from './shapes.ts';

const query = Type.Object({
  ...auditQuery,
  actor: Type.Optional(
    Type.String({ maxLength: 300, description: 'the id of a user or key, or part of its name' }),
  ),
  subject: Type.Optional(
    Type.String({ maxLength: 300, description: 'an id; for an invitation, the e-mail address' }),
  ),
  export: exportMember,
});

export function auditRoute(audit: AuditLog, downloads: Downloads): RouteDefinition {
  return route('GET', '/api/teams/:team/audit', 'owner', {
    operationId: 'listAuditEntries',
    operators: ['support', 'read-only'],
    summary: 'List who changed what, newest first',
    query,
    response: { 200: auditAnswer },
    handler: (request) => {
      const { export: file, cursor, from, to } = request.query;
      const { teamId } = teamOf(request);
      const list = async (page: Page) => {
        const filter = {
          ...readAuditFilter(request.query),
          actor: readTypedText('actor', request.query.actor),
          subjectId: readTypedText('subject', request.query.subject),
        };
        // Once for all pages of the file, and before the first one is read: the file has its own entry.
        if (file !== undefined && cursor === undefined)
          await downloads.export(teamId, 'audit', { from, to }, actorOf(request));
        return audit.list(teamId, filter, page);
      };
      return listPage('entries', request.query, list, toWire);
    },
  });
}
