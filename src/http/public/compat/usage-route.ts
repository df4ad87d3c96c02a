import Type from 'typebox';
import { problem } from '../../../lib/errors.ts';
import type { UsageReports } from '../../../metering/usage-report.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';

const responseSchema = Type.Object({
  character_count: Type.Integer({
    description: 'The characters that the team used this month, including those reserved for documents.',
  }),
  character_limit: Type.Integer({
    description: 'The characters that the team used this month plus the remaining quota and credit.',
  }),
});

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
      description:
        'Returns what the team used this month, and the limit that its quota and credit allow, in the format of the DeepL API.',
      answerExample: { character_count: 17, character_limit: 1_000_000 },
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
