import Type from 'typebox';
import { problem } from '../../../lib/errors.ts';
import type { UsageReports } from '../../../metering/usage-report.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';

const responseSchema = Type.Object({ character_count: Type.Integer(), character_limit: Type.Integer() });

/**
 * What the team used this month, documents under way included, and the most that this can become: what is left of quota and credit on top. The
 * libraries take the limit for reached when both are the same, which is when nothing is left.
 */
export function compatUsageRoute(reports: UsageReports): RouteDefinition {
  return {
    method: 'GET',
    url: '/v2/usage',
    access: 'translate',
    describes: {
      operationId: 'readV2Usage',
      summary: 'What the team used this month, and the most that this can become',
      problems: ['not_found'],
    },
    schema: { response: { 200: responseSchema } },
    handler: async (request, reply) => {
      const standing = await reports.standing(request.caller?.teamId ?? '');
      if (standing === undefined)
        return sendProblem(reply, problem('not_found', 'There is no such team any more.'));
      return {
        character_count: standing.used + standing.held,
        character_limit: standing.used + standing.left,
      };
    },
  };
}
