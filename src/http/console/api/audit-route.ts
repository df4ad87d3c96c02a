/** The team's audit log. For owners only: it shows the sessions and addresses of everyone in the team. */
import Type from 'typebox';
import type { AuditLog } from '../../../accounts/audit-log.ts';
import type { Page } from '../../../lib/page.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import { auditAnswer, auditQuery, readAuditFilter } from '../../audit-shapes.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { listPage } from '../../pages.ts';
import { invalidRequest } from '../../refusals.ts';
import { route } from '../../route.ts';
import { teamOf } from './request-user.ts';

const query = Type.Object({
  ...auditQuery,
  actor: Type.Optional(
    Type.String({ maxLength: 300, description: 'the id of a user or key, or part of its name' }),
  ),
  subject: Type.Optional(
    Type.String({ maxLength: 300, description: 'an id; for an invitation, the e-mail address' }),
  ),
});

export function auditRoute(audit: AuditLog): RouteDefinition {
  return route('GET', '/api/teams/:team/audit', 'owner', {
    operationId: 'listAuditEntries',
    summary: 'List who changed what, newest first',
    query,
    response: { 200: auditAnswer },
    handler: (request) => {
      const list = (page: Page) => {
        const filter = {
          ...readAuditFilter(request.query),
          actor: readText('actor', request.query.actor),
          subjectId: readText('subject', request.query.subject),
        };
        return audit.list(teamOf(request).teamId, filter, page);
      };
      return listPage('entries', request.query, list, toWire);
    },
  });
}

/** People type this value: surrounding whitespace is ignored, and an empty value means no filter. */
function readText(member: string, value: string | undefined): string | undefined {
  const text = value?.trim();
  if (text === undefined || text === '') return undefined;
  if (text.isWellFormed() && !/\p{Cc}/u.test(text)) return text;
  throw invalidRequest(`${member} must be an id or a name, without control characters.`);
}
