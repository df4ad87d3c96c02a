import Type from 'typebox';
import type { LimitsRecord } from '../../../accounts/teams.ts';
import { problem } from '../../../lib/errors.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';
import { teamOf } from './acting.ts';
import { limitMembers } from './shapes.ts';

const schema = Type.Object({ team_id: Type.String(), ...limitMembers });

/** What the team may use, as it stands. Only an operator changes it. */
export function limitsRoute(read: (teamId: string) => Promise<LimitsRecord | undefined>): RouteDefinition {
  return {
    method: 'GET',
    url: '/api/teams/:team/limits',
    access: 'viewer',
    describes: { operationId: 'readLimits', summary: 'Quota and rate limits of the team' },
    schema: { response: { 200: schema } },
    handler: async (request, reply) => {
      const limits = await read(teamOf(request).teamId);
      return limits ?? sendProblem(reply, problem('not_found', 'There is no such team any more.'));
    },
  };
}
