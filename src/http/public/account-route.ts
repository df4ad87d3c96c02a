import Type from 'typebox';
import type { TeamKeys } from '../../accounts/keys.ts';
import { done } from '../../lib/outcome.ts';
import { toWire } from '../../lib/wire-shape.ts';
import type { UsageReports } from '../../metering/usage-report.ts';
import { showAccount } from '../account-shape.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { keyLimitsSchema, showKeyLimits } from '../key-limit-shapes.ts';
import { teamGone } from '../refusals.ts';
import { route } from '../route.ts';
import { accountExample } from './examples.ts';
import { callerOf } from './request-caller.ts';

const responseSchema = Type.Object({
  team: Type.Object(
    {
      id: Type.String({ description: 'The ID of the team.' }),
      name: Type.String({ description: 'The name of the team.' }),
    },
    { description: 'The team that the key belongs to.' },
  ),
  period_start: Type.String({ description: 'When the current month started, in UTC.' }),
  period_end: Type.String({ description: 'When the current month ends and the quota is renewed, in UTC.' }),
  quota: Type.Integer({ description: 'The number of characters that the team may use each month.' }),
  quota_used: Type.Integer({ description: 'The characters of the quota that were used this month.' }),
  quota_left: Type.Integer({ description: 'The characters of the quota that are left this month.' }),
  credit_left: Type.Integer({
    description: 'The prepaid characters that are left. They do not expire and are used after the quota.',
  }),
  held: Type.Integer({
    description:
      'The part of the remaining quota and credit that is reserved for documents and streamed translations in progress.',
  }),
  limits: Type.Object(
    {
      requests_per_second: Type.Integer({ description: 'The sustained rate of requests.' }),
      requests_burst: Type.Integer({ description: 'The number of requests that may be sent at once.' }),
      characters_per_minute: Type.Integer({ description: 'The sustained rate of characters.' }),
      calls_in_flight: Type.Integer({ description: 'The number of calls that may be in progress at once.' }),
    },
    { description: 'The rate limits of the team. A call over a limit gets 429 and is not charged.' },
  ),
  key_limits: Type.Union([keyLimitsSchema, Type.Null()], {
    description: 'The limits of the calling key below those of the team. `null` if it has none.',
  }),
});

/** The team's balance this month, exact to the last completed call. */
export function accountRoute(reports: UsageReports, keys: Pick<TeamKeys, 'find'>): RouteDefinition {
  return route('GET', '/v1/account', 'translate', {
    operationId: 'readAccount',
    summary: 'Read the quota, credit and limits of the team',
    description:
      'Returns the remaining quota and credit of the team, exact to the last completed call, and its rate limits.',
    answerExample: accountExample,
    problems: ['not_found'],
    response: { 200: responseSchema },
    handler: async (request) => {
      const { teamId, keyId, limits, own } = callerOf(request);
      const account = await reports.account(teamId);
      const key = own ? await keys.find(teamId, keyId) : undefined;
      if (account === undefined) return teamGone;
      return done({
        ...showAccount(account),
        team: { id: teamId, name: account.name },
        // The quota may have been lowered below what is already used.
        quota_left: Math.max(0, account.quota - account.quotaUsed),
        // These are current: this route reads the key and its team on every call.
        limits: toWire(limits),
        key_limits: key?.ok ? showKeyLimits(key.value) : null,
      });
    },
  });
}
