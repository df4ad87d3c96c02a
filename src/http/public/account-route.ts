import Type from 'typebox';
import { problem } from '../../lib/errors.ts';
import type { UsageReports } from '../../metering/usage-report.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { sendProblem } from '../problem-reply.ts';

const responseSchema = Type.Object({
  team: Type.Object({ id: Type.String(), name: Type.String() }),
  period_start: Type.String(),
  period_end: Type.String(),
  quota: Type.Integer(),
  quota_used: Type.Integer(),
  quota_left: Type.Integer(),
  credit_left: Type.Integer(),
});

/** What the team has this month, exact to the last answered call. */
export function accountRoute(reports: UsageReports): RouteDefinition {
  return {
    method: 'GET',
    url: '/v1/account',
    access: 'translate',
    schema: { response: { 200: responseSchema } },
    handler: async (request, reply) => {
      const teamId = request.caller?.teamId ?? '';
      const account = await reports.account(teamId);
      if (account === undefined)
        return sendProblem(reply, problem('not_found', 'There is no such team any more.'));
      const { name, period, quota, quotaUsed, credit } = account;
      return {
        team: { id: teamId, name },
        period_start: period.toISOString(),
        period_end: new Date(Date.UTC(period.getUTCFullYear(), period.getUTCMonth() + 1, 1)).toISOString(),
        quota,
        quota_used: quotaUsed,
        // A quota that was lowered below what is used leaves nothing.
        quota_left: Math.max(0, quota - quotaUsed),
        credit_left: credit,
      };
    },
  };
}
