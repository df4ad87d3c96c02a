import Type, { type Static } from 'typebox';
import { callDialects } from '../../lib/call-dialect.ts';
import { done, refused } from '../../lib/outcome.ts';
import { toWire } from '../../lib/wire-shape.ts';
import { isUsageGroup, maxUsageRows, type UsageReports } from '../../metering/usage-report.ts';
import type { RouteDefinition } from '../define-routes.ts';
import { wrongOrder } from '../refusals.ts';
import { route } from '../route.ts';
import { readTime, timeQuery } from '../times.ts';
import { usageExample } from './examples.ts';
import { callerOf } from './request-caller.ts';

const querySchema = Type.Object({
  from: timeQuery('The start of the period, rounded down to a full hour. Default: the start of this month.'),
  to: timeQuery('The end of the period, rounded up to a full hour. Default: now.'),
  group_by: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'A comma-separated list of `day`, `hour`, `key`, `mode`, `source_lang`, `target_lang`, `engine`, `dialect` and `tag`. Each row of `usage` has these members. Default: one row.',
    }),
  ),
});

const counted = {
  characters: Type.Integer({ description: 'The number of charged characters.' }),
  calls: Type.Integer({
    description:
      'The number of charged calls. A call with texts in several languages counts for the first of them.',
  }),
  texts: Type.Integer({ description: 'The number of translated texts.' }),
};

function group(description: string) {
  return Type.Optional(Type.String({ description }));
}

const responseSchema = Type.Object({
  from: Type.String({ description: 'The start of the period.' }),
  to: Type.String({ description: 'The end of the period, exclusive.' }),
  total: Type.Object(counted, { description: 'The usage of the whole period.' }),
  usage: Type.Array(
    Type.Object({
      day: group('The day in UTC, such as `2026-11-15`.'),
      hour: group('The start of the hour in UTC, such as `2026-11-15T05:00:00Z`.'),
      key: group('The ID of the key.'),
      mode: group('The mode of the key: `live` or `test`.'),
      source_lang: group('The source language.'),
      target_lang: group('The target language.'),
      engine: group('The engine that translated the texts.'),
      dialect: group(
        `How the call came in: ${callDialects
          .slice(0, -1)
          .map((name) => `\`${name}\``)
          .join(
            ', ',
          )} or \`browser\`. \`deepl\` means the paths of DeepL's libraries, \`browser\` what people do on the dashboard, \`unknown\` a call that was charged before dialects were recorded.`,
      ),
      tag: group(
        'The reporting tag of the calls, from the header `X-DeepL-Reporting-Tag`. Empty for calls without one, `other tags` for all beyond the first 1,000 tags of a month.',
      ),
      ...counted,
    }),
    { description: 'The usage, one row for each combination of the `group_by` values.' },
  ),
  refused: Type.Array(
    Type.Object({
      code: Type.String({ description: 'The error code.' }),
      calls: Type.Integer({ description: 'The number of calls that were refused with it.' }),
    }),
    { description: 'The calls that were refused in the period, by error code. They were not charged.' },
  ),
});

/** The team's usage, exact to the last completed call, grouped by the requested columns. */
export function usageRoute(reports: UsageReports): RouteDefinition {
  return route('GET', '/v1/usage', 'usage', {
    operationId: 'readUsage',
    summary: 'Read the usage of the team',
    description:
      'Returns what the team used in a period, exact to the last completed call. `refused` may lag by one or two seconds.',
    answerExample: usageExample,
    example: { query: '?from=2026-11-01&to=2026-12-01&group_by=day,mode' },
    query: querySchema,
    response: { 200: responseSchema },
    handler: async (request) => {
      const asked = readQuery(request.query);
      if (!asked.ok) return asked;
      const { from, to, groupBy } = asked.value;
      const report = await reports.usage(callerOf(request).teamId, from, to, groupBy);
      if (report === undefined) return tooManyRows;
      const { rows, ...rest } = report;
      return done({
        ...toWire(rest),
        usage: rows.map(({ group, ...figures }) => ({ ...group, ...figures })),
      });
    },
  });
}

const tooManyRows = refused(
  'invalid_request',
  `The answer has more than ${maxUsageRows} rows. Choose a shorter period, or group by less.`,
);

function readQuery(query: Static<typeof querySchema>) {
  const now = new Date();
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const from = readTime('from', query.from) ?? monthStart;
  const to = readTime('to', query.to) ?? now;
  if (from >= to) return wrongOrder;
  const groups = (query.group_by ?? '')
    .split(',')
    .map((group) => group.trim())
    .filter(Boolean);
  const groupBy = groups.filter(isUsageGroup);
  if (groupBy.length !== groups.length || new Set(groups).size !== groups.length) {
    return refused(
      'invalid_request',
      'group_by must be a list, without repeats, of day, hour, key, mode, source_lang, target_lang, engine, dialect, tag.',
    );
  }
  return done({ from, to, groupBy });
}
