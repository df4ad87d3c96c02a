/** The usage of the whole installation, by team, engine or language pair. */
import Type from 'typebox';
import { done, refused } from '../../../../lib/outcome.ts';
import { installationGroups, maxUsageRows, type UsageReports } from '../../../../metering/usage-report.ts';
import type { RouteDefinition } from '../../../define-routes.ts';
import { readLimit } from '../../../pages.ts';
import { wrongOrder } from '../../../refusals.ts';
import { route } from '../../../route.ts';
import { time } from '../../../time-shapes.ts';
import { readTime } from '../../../times.ts';

const counted = { characters: Type.Integer(), calls: Type.Integer(), texts: Type.Integer() };
const schema = Type.Object({
  from: time,
  to: time,
  total: Type.Object(
    { ...counted, groups: Type.Integer() },
    { description: 'of all groups, not only of those in `rows`' },
  ),
  rows: Type.Array(
    Type.Object({
      group: Type.String({ description: 'the id of a team, an engine, or `EN → DE`' }),
      name: Type.Union([Type.String(), Type.Null()], { description: 'of a team' }),
      ...counted,
    }),
    { description: 'most characters first' },
  ),
});

export interface InstallationUsageParts {
  readonly reports: UsageReports;
}

export function installationUsageRoute({ reports }: InstallationUsageParts): RouteDefinition {
  return route('GET', '/api/operator/usage', 'operator', {
    operationId: 'readInstallationUsage',
    operators: ['billing', 'read-only'],
    summary: 'Read the usage of all teams together, by team, engine or language pair',
    query: Type.Object({
      from: time,
      to: time,
      group: Type.Enum([...installationGroups]),
      limit: Type.Optional(Type.String({ maxLength: 10, description: `up to ${maxUsageRows}` })),
    }),
    response: { 200: schema },
    handler: async (request) => {
      const { from, to, group, limit } = request.query;
      const [start, end] = [readTime('from', from), readTime('to', to)];
      if (start >= end) return wrongOrder;
      const report = await reports.installation(start, end, group, readLimit(limit, maxUsageRows));
      if (report === undefined) return tooMuchUsage;
      return done({ ...report, from: report.from.toISOString(), to: report.to.toISOString() });
    },
  });
}

const tooMuchUsage = refused(
  'invalid_request',
  'This period has too much usage to add it up at once. Choose a shorter one.',
);
