import Type from 'typebox';
import { problem } from '../../lib/errors.ts';
import type { UsageReports } from '../../metering/usage-report.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { sendProblem } from '../problem-reply.ts';
import { callerOf } from './acting.ts';

const responseSchema = Type.Object({
  team: Type.Object({ id: Type.String(), name: Type.String() }),
  period_start: Type.String(),
  period_end: Type.String(),
  quota: Type.Integer(),
  quota_used: Type.Integer(),
  quota_left: Type.Integer(),
  credit_left: Type.Integer(),
  held: Type.Integer({ description: 'the part of what is left that is reserved for documents in progress' }),
  limits: Type.Object({
    requests_per_second: Type.Integer(),
    requests_burst: Type.Integer(),
    characters_per_minute: Type.Integer(),
    calls_in_flight: Type.Integer(),
  }),
});

/** The team's balance this month, exact to the last completed call. */
export function accountRoute(reports: UsageReports): RouteDefinition {
  return {
    method: 'GET',
    url: '/v1/account',
    access: 'translate',
    describes: {
      operationId: 'readAccount',
      summary: 'Read the quota, credit and limits of the team',
      problems: ['not_found'],
    },
    schema: { response: { 200: responseSchema } },
    handler: async (request, reply) => {
      const { teamId, limits } = callerOf(request);
      const account = await reports.account(teamId);
      if (account === undefined)
        return sendProblem(reply, problem('not_found', 'This team no longer exists.'));
      const { name, period, quota, quotaUsed, credit, held } = account;
      return {
        team: { id: teamId, name },
        period_start: period.toISOString(),
        period_end: new Date(Date.UTC(period.getUTCFullYear(), period.getUTCMonth() + 1, 1)).toISOString(),
        quota,
        quota_used: quotaUsed,
        // The quota may have been lowered below what is already used.
        quota_left: Math.max(0, quota - quotaUsed),
        credit_left: credit,
        held,
        // These are current: this route reads the key and its team on every call.
        limits: {
          requests_per_second: limits.requestsPerSecond,
          requests_burst: limits.requestsBurst,
          characters_per_minute: limits.charactersPerMinute,
          calls_in_flight: limits.callsInFlight,
        },
      };
    },
  };
}
