/** The changes that operators made to a team: who, what, when, from where. */
import Type, { type Static } from 'typebox';
import type { OperatorTeams } from '../../../../accounts/operator-teams.ts';
import { auditAnswer } from '../../../audit-shapes.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { pageQuery, readPage, toPage, withOneMore } from '../../../pages.ts';
import { sendProblem } from '../../../problem-reply.ts';
import { idOf } from '../acting.ts';
import { operatorTeamsPath } from './team-list-route.ts';

const query = Type.Object(pageQuery);

export function teamHistoryRoute(teams: OperatorTeams): RouteDefinition {
  return {
    method: 'GET',
    url: `${operatorTeamsPath}/:id/history`,
    access: 'operator',
    describes: {
      operationId: 'readTeamHistory',
      summary: 'List what operators did with a team, newest first',
    },
    schema: { querystring: query, response: { 200: auditAnswer } },
    handler: async (request, reply) => {
      const page = readPage(request.query as Static<typeof query>);
      const found = await teams.history(idOf(request), withOneMore(page));
      if (!found.ok) return sendProblem(reply, found.problem);
      const { shown, next_cursor } = toPage(found.value, page);
      return { entries: shown, next_cursor };
    },
  };
}
