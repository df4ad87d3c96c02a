import { type Command, InvalidArgumentError, Option } from 'commander';
import { OperatorError } from '../lib/errors.ts';
import { parseTime } from '../lib/time-text.ts';
import { createUsageReports, installationGroups, isUsageGroup } from '../metering/usage-report.ts';
import type { Database } from '../store/postgres/database.ts';
import { usageGroups } from '../store/postgres/usage.ts';
import { teamArgument, teamIdOf } from './find-team.ts';
import { count, type OutputOptions, print, table } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

interface UsageOptions extends OutputOptions {
  readonly team?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly groupBy?: readonly string[];
}

const teamGroups = usageGroups.join(', ');

export function addUsageCommand(program: Command, env: Environment): void {
  program
    .command('usage')
    .description('show what was used, by all teams or by one; exact to the last answered call')
    .option('--team <team>', teamArgument)
    .option(
      '--from <time>',
      'such as 2026-11-01; the start of this month if it is not given',
      parseTimeOption,
    )
    .option('--to <time>', 'now if it is not given', parseTimeOption)
    .addOption(
      new Option(
        '--group-by <list>',
        `of one team: ${teamGroups}; of all teams one of ${installationGroups.join(', ')}`,
      ).argParser((value) => value.split(',').map((group) => group.trim())),
    )
    .option('--json', 'print JSON')
    .action(async (options: UsageOptions) => {
      const report = await withDatabase(env, (db) => readReport(db, options));
      if (report === undefined) {
        throw new OperatorError(
          'This is more usage than one report can hold.',
          'Give a shorter range, or fewer groups.',
        );
      }
      print(options, report, describe(report));
    });
}

async function readReport(db: Database, options: UsageOptions): Promise<Report | undefined> {
  const now = new Date();
  const { from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())), to = now } = options;
  if (from >= to)
    throw new OperatorError(
      '--from must be before --to.',
      'Times without a zone are not accepted; a date means 00:00 UTC.',
    );
  const reports = createUsageReports(db, db);
  return options.team === undefined
    ? ofInstallation(reports, from, to, options.groupBy ?? ['team'])
    : ofTeam(reports, await teamIdOf(db, options.team), from, to, options.groupBy ?? ['day']);
}

interface Figures {
  readonly characters: number;
  readonly calls: number;
  readonly texts: number;
}

interface Report {
  readonly from: Date;
  readonly to: Date;
  readonly total: Figures;
  readonly groupBy: readonly string[];
  readonly rows: readonly (Figures & { readonly group: Readonly<Record<string, string>> })[];
}

type Reports = ReturnType<typeof createUsageReports>;

async function ofTeam(reports: Reports, team: string, from: Date, to: Date, groupBy: readonly string[]) {
  const groups = groupBy.filter(isUsageGroup);
  if (groups.length < groupBy.length) throw unknownGroup(teamGroups);
  const usage = await reports.usage(team, from, to, groups);
  return usage && { from: usage.from, to: usage.to, total: usage.total, groupBy: groups, rows: usage.rows };
}

const maxTeams = 10_000;

async function ofInstallation(reports: Reports, from: Date, to: Date, groupBy: readonly string[]) {
  const group = installationGroups.find((known) => groupBy.length === 1 && known === groupBy[0]);
  if (group === undefined)
    throw unknownGroup(`one of ${installationGroups.join(', ')}, or name a team with --team`);
  const usage = await reports.installation(from, to, group, maxTeams);
  if (usage === undefined) return undefined;
  const { groups: _count, ...total } = usage.total;
  return {
    from: usage.from,
    to: usage.to,
    total,
    groupBy: group === 'team' ? ['team', 'name'] : [group],
    rows: usage.rows.map(({ group: value, name, characters, calls, texts }) => ({
      group: group === 'team' ? { team: value, name: name ?? '' } : { [group]: value },
      characters,
      calls,
      texts,
    })),
  };
}

function describe({ from, to, total, groupBy, rows }: Report): string {
  const range = `${from.toISOString()} to ${to.toISOString()}`;
  if (rows.length === 0) return `${range}\n\nNothing was used in this time.`;
  const lines = rows.map((row) => [...groupBy.map((group) => row.group[group] ?? ''), ...figures(row)]);
  const sum = ['Total', ...groupBy.slice(1).map(() => ''), ...figures(total)];
  const head = [...groupBy, 'characters', 'calls', 'texts'].map((name) =>
    name.replaceAll('_', ' ').toUpperCase(),
  );
  return `${range}\n\n${table([head, ...lines, sum])}`;
}

function figures({ characters, calls, texts }: Figures): string[] {
  return [characters, calls, texts].map(count);
}

function unknownGroup(known: string): OperatorError {
  return new OperatorError('The usage cannot be grouped like this.', `Use with --group-by: ${known}`);
}

function parseTimeOption(value: string): Date {
  const time = parseTime(value);
  if (time === undefined)
    throw new InvalidArgumentError('Give a time such as 2026-11-01 or 2026-11-01T12:00:00Z.');
  return time;
}
