import Type from 'typebox';
import { done } from '../../../lib/outcome.ts';
import type { UsageReports } from '../../../metering/usage-report.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { teamGone } from '../../refusals.ts';
import { route } from '../../route.ts';
import { callerOf } from '../request-caller.ts';

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
  return route('GET', '/v2/usage', 'translate', {
    operationId: 'readV2Usage',
    summary: 'Read the usage of this month and its limit',
    description:
      'Returns what the team used this month, and the limit that its quota and credit allow, in the format of the DeepL API.',
    answerExample: { character_count: 17, character_limit: 1_000_000 },
    problems: ['not_found'],
    response: { 200: responseSchema },
    handler: async (request) => {
      const standing = await reports.standing(callerOf(request).teamId);
      if (standing === undefined) return teamGone;
      const { used, held, left } = standing;
      return done({ character_count: used + held, character_limit: used + left });
    },
  });
}
