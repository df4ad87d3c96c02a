/** A team's usage, what it has left, its refused calls, and the record of one call. */
import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import { problem } from '../../../lib/errors.ts';
import { maxUsageRows, type UsageReports } from '../../../metering/usage-report.ts';
import type { RouteDefinition } from '../../define-routes.ts';
import { sendProblem } from '../../problem-reply.ts';
import { time, timeOrNull } from '../../time-shapes.ts';
import { idOf, teamOf } from './acting.ts';

const counted = { characters: Type.Integer(), calls: Type.Integer(), texts: Type.Integer() };

const summarySchema = Type.Object({
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
} as const;
const views = ['key', 'mode', 'pair', 'engine'] as const;

const usageQuery = Type.Object({
  from: time,
  to: time,
  by: Type.Enum(['day', 'hour']),
  group: Type.Enum([...views]),
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
  charged_at: time,
  characters: Type.Integer(),
  from_quota: Type.Integer(),
  from_credit: Type.Integer(),
  source_langs: Type.Array(Type.String()),
  target_lang: Type.String(),
  engines: Type.Array(Type.String()),
});

export function usageRoutes(reports: UsageReports): RouteDefinition[] {
  return [summaryRoute(reports), usageRoute(reports), callRoute(reports)];
}

function summaryRoute(reports: UsageReports): RouteDefinition {
  return {
    method: 'GET',
    url: '/api/teams/:team/usage/summary',
    access: 'viewer',
    describes: { operationId: 'readSummary', summary: 'Read the usage of this month, with quota and credit' },
    schema: { response: { 200: summarySchema } },
    handler: async (request, reply) => {
      const { teamId } = teamOf(request);
      const [account, outlook] = await Promise.all([
        reports.account(teamId),
        reports.forecast(teamId, new Date()),
      ]);
      if (account === undefined || outlook === undefined) return sendProblem(reply, noTeam);
      const { period, quota, quotaUsed, credit, held } = account;
      return {
        period_start: period.toISOString(),
        period_end: new Date(Date.UTC(period.getUTCFullYear(), period.getUTCMonth() + 1, 1)).toISOString(),
        quota,
        quota_used: quotaUsed,
        credit_left: credit,
        held,
        forecast: {
          characters: outlook.characters,
          runs_out_at: outlook.runsOutAt?.toISOString() ?? null,
        },
      };
    },
  };
}

const noTeam = problem('not_found', 'This team no longer exists.');

function usageRoute(reports: UsageReports): RouteDefinition {
  return {
    method: 'GET',
    url: '/api/teams/:team/usage',
    access: 'viewer',
    describes: { operationId: 'readUsage', summary: 'Read the usage of the team, by time and group' },
    schema: { querystring: usageQuery, response: { 200: usageSchema } },
    handler: async (request, reply) => {
      const { from, to, by, group } = request.query as Static<typeof usageQuery>;
      const [start, end] = [new Date(from), new Date(to)];
      if (start >= end) return sendProblem(reply, problem('invalid_request', 'from must be before to.'));
      return sendUsage(reply, reports, { teamId: teamOf(request).teamId, start, end, by, view: group });
    },
  };
}

interface Asked {
  teamId: string;
  start: Date;
  end: Date;
  by: 'day' | 'hour';
  view: keyof typeof groupsByView;
}

async function sendUsage(reply: FastifyReply, reports: UsageReports, asked: Asked): Promise<FastifyReply> {
  const groups = groupsByView[asked.view];
  const report = await reports.usage(asked.teamId, asked.start, asked.end, [asked.by, ...groups]);
  if (report === undefined) return sendProblem(reply, tooManyRows);
  return reply.send({
    from: report.from.toISOString(),
    to: report.to.toISOString(),
    total: report.total,
    rows: report.rows.map(({ group, ...figures }) => ({
      time: group[asked.by],
      group: groups.map((name) => group[name]).join(' → '),
      ...figures,
    })),
    refused: report.refused,
  });
}

const tooManyRows = problem(
  'invalid_request',
  `There are more than ${maxUsageRows} rows. Choose a shorter period, or days instead of hours.`,
);

function callRoute(reports: UsageReports): RouteDefinition {
  return {
    method: 'GET',
    url: '/api/teams/:team/calls/:id',
    access: 'viewer',
    describes: { operationId: 'findCall', summary: 'Find a call by its X-Request-Id' },
    schema: { response: { 200: callSchema } },
    handler: async (request, reply) => {
      const call = await reports.call(teamOf(request).teamId, idOf(request));
      if (call === undefined) return sendProblem(reply, noCall);
      return {
        id: call.id,
        key_id: call.keyId,
        mode: call.mode,
        charged_at: call.chargedAt.toISOString(),
        characters: call.characters,
        from_quota: call.fromQuota,
        from_credit: call.fromCredit,
        source_langs: call.sourceLangs,
        target_lang: call.targetLang,
        engines: call.engines,
      };
    },
  };
}

const noCall = problem(
  'not_found',
  'No charged call of your team has this request id. Refused calls are not recorded individually.',
);
