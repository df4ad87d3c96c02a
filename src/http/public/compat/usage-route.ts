import Type from 'typebox';
import { done } from '../../../lib/outcome.ts';
import type { UsageReports } from '../../../metering/usage-report.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { described } from '../../described.ts';
import { teamGone } from '../../refusals.ts';
import { route } from '../../route.ts';
import { time } from '../../time-shapes.ts';
import { callerOf } from '../request-caller.ts';
import { usageExample } from './examples.ts';

const countOfKey = Type.Integer({ description: 'The characters that were charged to this key this month.' });
const countOfTeam = Type.Integer({
  description:
    'The characters that the team used this month, including those reserved for documents and streamed calls.',
});

const responseSchema = Type.Object({
  character_count: countOfTeam,
  character_limit: Type.Integer({
    description: 'The characters that the team used this month plus the remaining quota and credit.',
  }),
  products: Type.Array(
    Type.Object({
      product_type: Type.String({
        description: 'Always `translate`, which includes documents and rephrased texts.',
      }),
      billing_unit: Type.String({ description: 'Always `characters`.' }),
      api_key_unit_count: countOfKey,
      account_unit_count: countOfTeam,
      api_key_character_count: described(countOfKey, 'The same as `api_key_unit_count`.'),
      character_count: described(countOfTeam, 'The same as `account_unit_count`.'),
    }),
    { description: 'The usage by product. There is one product.' },
  ),
  api_key_character_count: countOfKey,
  api_key_character_limit: Type.Integer({
    description:
      'What was charged to this key this month plus what it may still use: the rest of its own budget, or of the quota and credit of its team if that is less.',
  }),
  start_time: described(time, 'When this month began, in UTC.'),
  end_time: described(time, 'When this month ends, in UTC.'),
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
      'Returns what the team and this key used this month, and the limit that the quota and credit of the team allow, in the format of the DeepL API.',
    answerExample: usageExample,
    problems: ['not_found'],
    response: { 200: responseSchema },
    handler: async (request) => {
      const standing = await reports.standingOfKey(callerOf(request));
      if (standing === undefined) return teamGone;
      const { used, held, left, usedByKey, leftOfKey, periodStart, periodEnd } = standing;
      const ofTeam = used + held;
      return done({
        character_count: ofTeam,
        character_limit: used + left,
        products: [
          {
            product_type: 'translate',
            billing_unit: 'characters',
            api_key_unit_count: usedByKey,
            account_unit_count: ofTeam,
            api_key_character_count: usedByKey,
            character_count: ofTeam,
          },
        ],
        api_key_character_count: usedByKey,
        api_key_character_limit: usedByKey + Math.min(left, leftOfKey ?? left),
        start_time: periodStart.toISOString(),
        end_time: periodEnd.toISOString(),
      });
    },
  });
}
