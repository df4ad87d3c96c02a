import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { problem } from '../../lib/errors.ts';
import {
  isUsageGroup,
  maxUsageRows,
  type UsageReport,
  type UsageReports,
} from '../../metering/usage-report.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { sendProblem } from '../problem-reply.ts';
import { readTime, timeQuery } from '../times.ts';

const querySchema = Type.Object({
  from: timeQuery,
  to: timeQuery,
  group_by: Type.Optional(Type.String({ maxLength: 200 })),
});

const counted = { characters: Type.Integer(), calls: Type.Integer(), texts: Type.Integer() };
const optionalText = Type.Optional(Type.String());

const responseSchema = Type.Object({
  from: Type.String(),
  to: Type.String(),
  total: Type.Object(counted),
  usage: Type.Array(
    Type.Object({
      day: optionalText,
      hour: optionalText,
      key: optionalText,
      mode: optionalText,
      source_lang: optionalText,
      target_lang: optionalText,
      engine: optionalText,
      ...counted,
    }),
  ),
  refused: Type.Array(Type.Object({ code: Type.String(), calls: Type.Integer() })),
});

/** The team's usage, exact to the last completed call, grouped by the requested columns. */
export function usageRoute(reports: UsageReports): RouteDefinition {
  return {
    method: 'GET',
    url: '/v1/usage',
    access: 'usage',
    describes: {
      operationId: 'readUsage',
      summary: 'Read the usage of the team',
      example: { query: '?from=2026-11-01&to=2026-12-01&group_by=day,mode' },
    },
    schema: { querystring: querySchema, response: { 200: responseSchema } },
    handler: async (request, reply) => {
      const asked = readQuery(request);
      if ('code' in asked) return sendProblem(reply, asked);
      const report = await reports.usage(request.caller?.teamId ?? '', asked.from, asked.to, asked.groupBy);
      return report === undefined ? sendProblem(reply, tooManyRows) : sendReport(reply, report);
    },
  };
}

const tooManyRows = problem(
  'invalid_request',
  `The answer has more than ${maxUsageRows} rows. Choose a shorter period, or group by less.`,
);

function readQuery(request: FastifyRequest) {
  const query = request.query as { from?: string; to?: string; group_by?: string };
  const now = new Date();
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const from = readTime('from', query.from) ?? monthStart;
  const to = readTime('to', query.to) ?? now;
  if (from >= to) return problem('invalid_request', 'from must be before to.');
  const groups = (query.group_by ?? '')
    .split(',')
    .map((group) => group.trim())
    .filter(Boolean);
  const groupBy = groups.filter(isUsageGroup);
  if (groupBy.length !== groups.length || new Set(groups).size !== groups.length) {
    return problem(
      'invalid_request',
      'group_by must be a list, without repeats, of day, hour, key, mode, source_lang, target_lang, engine.',
    );
  }
  return { from, to, groupBy };
}

function sendReport(reply: FastifyReply, { from, to, total, rows, refused }: UsageReport): FastifyReply {
  return reply.send({
    from: from.toISOString(),
    to: to.toISOString(),
    total,
    usage: rows.map(({ group, ...figures }) => ({ ...group, ...figures })),
    refused,
  });
}
