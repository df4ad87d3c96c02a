/** A team's usage, what it has left, its refused calls, and the record of one call. */
import Type from 'typebox';
import type { Downloads } from '../../../accounts/downloads.ts';
import { done, refused } from '../../../lib/outcome.ts';
import { toWire } from '../../../lib/wire-shape.ts';
import { maxUsageRows, type UsageReports } from '../../../metering/usage-report.ts';
import { showAccount } from '../../account-shape.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { teamGone, wrongOrder } from '../../refusals.ts';
import { route } from '../../route.ts';
import { time, timeOrNull } from '../../time-shapes.ts';
import { readTime } from '../../times.ts';
import { actorOf, teamOf } from './request-user.ts';
import { exportMember } from './shapes.ts';

const counted = { characters: Type.Integer(), calls: Type.Integer(), texts: Type.Integer() };

export const summarySchema = Type.Object({
  period_start: time,
  period_end: time,
  quota: Type.Integer(),
  quota_used: Type.Integer(),
  credit_left: Type.Integer(),
  held: Type.Integer({ description: 'the part of what is left that is reserved for documents in progress' }),
  forecast: Type.Object({ characters: Type.Integer(), runs_out_at: timeOrNull }),
});

/** How each view of the usage page groups the ledger's roll-up. */
const groupsByView = {
  key: ['key'],
  mode: ['mode'],
  pair: ['source_lang', 'target_lang'],
  engine: ['engine'],
  dialect: ['dialect'],
  tag: ['tag'],
} as const;
const views = ['key', 'mode', 'pair', 'engine', 'dialect', 'tag'] as const;

const usageQuery = Type.Object({
  from: time,
  to: time,
  by: Type.Enum(['day', 'hour']),
  group: Type.Enum([...views]),
  export: exportMember,
});
const usageSchema = Type.Object({
  from: time,
  to: time,
  total: Type.Object(counted),
  rows: Type.Array(Type.Object({ time: Type.String(), group: Type.String(), ...counted })),
  refused: Type.Array(Type.Object({ code: Type.String(), calls: Type.Integer() })),
});
const callSchema = Type.Object({
  id: Type.String(),
  key_id: Type.String(),
  mode: Type.String(),
  dialect: Type.String(),
  charged_at: time,
  characters: Type.Integer(),
  from_quota: Type.Integer(),
  from_credit: Type.Integer(),
  source_langs: Type.Array(Type.String()),
  target_lang: Type.String(),
  engines: Type.Array(Type.String()),
});

/** Undefined if the team does not exist. */
export async function readSummary(reports: UsageReports, teamId: string, now: Date) {
  const [account, outlook] = await Promise.all([reports.account(teamId), reports.forecast(teamId, now)]);
  if (account === undefined || outlook === undefined) return undefined;
  return { ...showAccount(account), forecast: toWire(outlook) };
}

export function usageRoutes(reports: UsageReports, downloads: Downloads): RouteDefinition[] {
  return [
    route('GET', '/api/teams/:team/usage/summary', 'viewer', {
      operationId: 'readSummary',
      operators: ['support', 'billing', 'read-only'],
      summary: 'Read the usage of this month, with quota and credit',
      response: { 200: summarySchema },
      handler: async (request) => {
        const summary = await readSummary(reports, teamOf(request).teamId, new Date());
        return summary === undefined ? teamGone : done(summary);
      },
    }),
    route('GET', '/api/teams/:team/usage', 'viewer', {
      operationId: 'readUsage',
      operators: ['support', 'billing', 'read-only'],
      summary: 'Read the usage of the team, by time and group',
      query: usageQuery,
      response: { 200: usageSchema },
      handler: async (request) => {
        const { from, to, by, group: view } = request.query;
        const [start, end] = [readTime('from', from), readTime('to', to)];
        if (start >= end) return wrongOrder;
        const groups = groupsByView[view];
        const report = await reports.usage(teamOf(request).teamId, start, end, [by, ...groups]);
        if (report === undefined) return tooManyRows;
        if (request.query.export !== undefined)
          await downloads.export(teamOf(request).teamId, 'usage', { from, to }, actorOf(request));
        return done({
          ...toWire(report),
          rows: report.rows.map(({ group, ...figures }) => ({
            time: group[by],
            group: groups.map((name) => group[name]).join(' → '),
            ...figures,
          })),
        });
      },
    }),
    route('GET', '/api/teams/:team/calls/:id', 'viewer', {
      operationId: 'findCall',
      operators: ['support', 'billing', 'read-only'],
      summary: 'Find a call by its X-Request-Id',
      response: { 200: callSchema },
      handler: async (request) => {
        const call = await reports.call(teamOf(request).teamId, request.params.id);
        return call === undefined ? noCall : done(toWire(call));
      },
    }),
  ];
}

const tooManyRows = refused(
  'invalid_request',
  `There are more than ${maxUsageRows} rows. Choose a shorter period, or days instead of hours.`,
);
const noCall = refused(
  'not_found',
  'No charged call of your team has this request id. The request log also lists calls that were refused.',
);
