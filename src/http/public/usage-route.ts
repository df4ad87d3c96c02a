import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type Problem, problem } from '../../lib/errors.ts';
import {
  isUsageGroup,
  maxUsageRows,
  type UsageReport,
  type UsageReports,
} from '../../metering/usage-report.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { sendProblem } from '../problem-reply.ts';

const querySchema = Type.Object({
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
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

/** RFC 3339, or a day alone, which means its first moment in UTC. */
const timePattern = /^\d{4}-\d{2}-\d{2}([Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2}))?$/;

/** What the team used, exact to the last answered call, grouped as asked. */
export function usageRoute(reports: UsageReports): RouteDefinition {
  return {
    method: 'GET',
    url: '/v1/usage',
    access: 'usage',
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
  `The answer has more than ${maxUsageRows} rows. Ask for a shorter time or group by less.`,
);

function readQuery(request: FastifyRequest) {
  const query = request.query as { from?: string; to?: string; group_by?: string };
  const now = new Date();
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const from = query.from === undefined ? monthStart : parseTime(query.from);
  const to = query.to === undefined ? now : parseTime(query.to);
  if (from === undefined) return notATime('from');
  if (to === undefined) return notATime('to');
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

function parseTime(value: string): Date | undefined {
  if (!timePattern.test(value)) return undefined;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function notATime(member: string): Problem {
  return problem('invalid_request', `${member} must be a time such as 2026-11-01 or 2026-11-01T12:00:00Z.`);
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
