import Type from 'typebox';
import { problem } from '../../../lib/errors.ts';
import type { UsageReports } from '../../../metering/usage-report.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';

const responseSchema = Type.Object({ character_count: Type.Integer(), character_limit: Type.Integer() });

/**
 * The team's usage this month, including documents in progress, and the maximum that it can reach with the
 * remaining quota and credit. The libraries treat the limit as reached when both are equal: nothing is left.
 */
export function compatUsageRoute(reports: UsageReports): RouteDefinition {
  return {
    method: 'GET',
    url: '/v2/usage',
    access: 'translate',
    describes: {
      operationId: 'readV2Usage',
      summary: 'Read the usage of this month and its limit',
      problems: ['not_found'],
    },
    schema: { response: { 200: responseSchema } },
    handler: async (request, reply) => {
      const standing = await reports.standing(request.caller?.teamId ?? '');
      if (standing === undefined)
        return sendProblem(reply, problem('not_found', 'This team no longer exists.'));
      return {
        character_count: standing.used + standing.held,
        character_limit: standing.used + standing.left,
      };
    },
  };
}
