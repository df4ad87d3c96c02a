/** The changes that operators made to a team: who, what, when, from where. */
import Type from 'typebox';
import type { OperatorTeams } from '../../../../accounts/operator-teams.ts';
import { toWire } from '../../../../lib/wire-shape.ts';
import { auditAnswer } from '../../../audit-shapes.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { listPage, pageQuery } from '../../../pages.ts';
import { route } from '../../../route.ts';
import { operatorTeamsPath } from './team-list-route.ts';

export function teamHistoryRoute(teams: OperatorTeams): RouteDefinition {
  return route('GET', `${operatorTeamsPath}/:id/history`, 'operator', {
    operationId: 'readTeamHistory',
    operators: ['support', 'billing', 'read-only'],
    summary: 'List what operators did with a team, newest first',
    query: Type.Object(pageQuery),
    response: { 200: auditAnswer },
    handler: (request) =>
      listPage('entries', request.query, (page) => teams.history(request.params.id, page), toWire),
  });
}
