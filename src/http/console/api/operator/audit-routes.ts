/** The audit logs of all teams and of the installation, for operators. */
import Type from 'typebox';
import type { AuditLog } from '../../../../accounts/audit-log.ts';
import { done } from '../../../../lib/outcome.ts';
import type { Page } from '../../../../lib/page.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import { auditQuery, entrySchema, readAuditFilter, readTypedText } from '../../../audit-shapes.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { listPage, nextCursor } from '../../../pages.ts';
import { route } from '../../../route.ts';
import { time } from '../../../time-shapes.ts';

export interface AllAuditParts {
  readonly audit: AuditLog;
}

const path = '/api/operator/audit';
const typed = (description: string) => Type.Optional(Type.String({ maxLength: 300, description }));
const { action: _, ...shared } = auditQuery;
const query = Type.Object({
  ...shared,
  kind: Type.Optional(
    Type.String({
      pattern: '^[a-z_]{1,40}$',
      description: 'what was changed: the first word of the action, such as `key`',
    }),
  ),
  actor: typed('the id of a user or key, or part of its name'),
  team: typed('the id of a team, or part of its name'),
  subject: typed('an id; for an invitation, the e-mail address; for a model, its name'),
});
const answer = Type.Object({
  entries: Type.Array(
    Type.Object({
      ...entrySchema.properties,
      team: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
        description: 'null for what belongs to no team',
      }),
    }),
  ),
  next_cursor: nextCursor,
});
const summarySchema = Type.Object({
  from: time,
  kinds: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer(), last_at: time }), {
    description: 'the most frequent first',
  }),
});

export function allAuditRoutes({ audit }: AllAuditParts): RouteDefinition[] {
  return [
    route('GET', path, 'operator', {
      operationId: 'listAllAuditEntries',
      operators: ['support', 'read-only'],
      summary: 'List who changed what in all teams and in the installation, newest first',
      query,
      response: { 200: answer },
      handler: (request) => {
        const { kind, actor, team, subject } = request.query;
        const list = (page: Page) => {
          const { from, to } = readAuditFilter(request.query);
          const filter = {
            ...{ kind, from, to },
            actor: readTypedText('actor', actor),
            team: readTypedText('team', team),
            subjectId: readTypedText('subject', subject),
          };
          return audit.listAll(filter, page);
        };
        return listPage('entries', request.query, list, toWire);
      },
    }),
    route('GET', `${path}/summary`, 'operator', {
      operationId: 'summarizeAudit',
      operators: ['support', 'read-only'],
      summary: 'Count what was changed in the last 30 days, by kind',
      response: { 200: summarySchema },
      handler: async () => {
        const { from, kinds } = await audit.summary();
        return done({ from: from.toISOString(), kinds: kinds.map(toWire) });
      },
    }),
  ];
}
