import { type Command, InvalidArgumentError } from 'commander';
import { createTeam, type LimitsOfTeam, listTeams, renameTeam, setTeamLimits } from '../accounts/teams.ts';
import { OperatorError } from '../lib/errors.ts';
import { cleanName, nameRule } from '../lib/names.ts';
import { maxTeamLimits } from '../lib/team-limits.ts';
import { toWire } from '../lib/wire-shape.ts';
import { commandLineActor } from './command-line-actor.ts';
import { noTeam, teamArgument, teamIdOf } from './find-team.ts';
import { count, facts, type OutputOptions, print, table } from './print.ts';
import { addTeamEraseCommand } from './team-erase-command.ts';
import { addTeamSettingsCommand } from './team-settings-command.ts';
import { addTeamShowCommand, rateFacts } from './team-show-command.ts';
import { addTeamSuspensionCommands } from './team-suspension-commands.ts';
import { wholeNumber } from './whole-number.ts';
import { type Environment, withDatabase } from './with-database.ts';

export const defaultMonthlyQuota = 1_000_000;

export function addTeamCommands(program: Command, env: Environment): void {
  const team = program
    .command('team')
    .description('create, list, show, rename and suspend teams, set their limits and engines');

  team
    .command('create')
    .description('create a team, which owns keys and a quota')
    .requiredOption('--name <name>', 'name of the team', parseName)
    .option('--monthly-quota <characters>', 'characters per calendar month', parseQuota, defaultMonthlyQuota)
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { name: string; monthlyQuota: number }) => {
      const created = await withDatabase(env, (db) =>
        createTeam(db, options.name, options.monthlyQuota, commandLineActor()),
      );
      print(
        options,
        { team: toWire(created) },
        `${facts([
          ['Team', created.id],
          ['Name', created.name],
          ['Monthly quota', `${count(created.monthlyQuota)} characters`],
        ])}\n\nNext: dragoman key create --team ${created.id} --name my-app`,
      );
    });

  team
    .command('list')
    .description('list all teams')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const teams = await withDatabase(env, (db) => listTeams(db));
      const rows = teams.map((row) => [
        row.id,
        row.name,
        count(row.monthlyQuota),
        String(row.activeKeys),
        row.suspended === null ? 'active' : 'suspended',
        row.createdAt.toISOString(),
      ]);
      const human =
        rows.length === 0
          ? 'There are no teams yet. Create the first one: dragoman team create --name my-team'
          : table([['ID', 'NAME', 'MONTHLY QUOTA', 'ACTIVE KEYS', 'STATE', 'CREATED'], ...rows]);
      print(options, { teams: teams.map(toWire) }, human);
    });

  addTeamShowCommand(team, env);
  addRename(team, env);
  addSetLimits(team, env);
  addTeamSettingsCommand(team, env);
  addTeamSuspensionCommands(team, env);
  addTeamEraseCommand(team, env);
}

function addRename(team: Command, env: Environment): void {
  team
    .command('rename')
    .description('rename a team; its id, keys and people stay as they are')
    .argument('<team>', teamArgument)
    .requiredOption('--name <name>', 'new name of the team', parseName)
    .option('--json', 'print JSON')
    .action(async (given: string, options: OutputOptions & { name: string }) => {
      const renamed = await withDatabase(env, async (db) =>
        renameTeam(db, { id: await teamIdOf(db, given), name: options.name }, commandLineActor()),
      );
      if (!renamed.ok) throw new OperatorError(renamed.problem.detail, 'Run: dragoman team list');
      const text = facts([
        ['Team', renamed.value.id],
        ['Name', renamed.value.name],
      ]);
      print(options, { team: renamed.value }, text);
    });
}

type LimitOptions = OutputOptions & Parameters<typeof setTeamLimits>[2];

function addSetLimits(team: Command, env: Environment): void {
  team
    .command('set-limits')
    .description('set the limits of a team; limits that are not given stay as they are')
    .argument('<team>', teamArgument)
    .option('--monthly-quota <characters>', 'characters per calendar month', parseQuota)
    .option('--requests-per-second <n>', 'calls per second', parseLimit(maxTeamLimits.requestsPerSecond))
    .option('--requests-burst <n>', 'calls at once after a pause', parseLimit(maxTeamLimits.requestsBurst))
    .option(
      '--characters-per-minute <n>',
      'characters per minute',
      parseLimit(maxTeamLimits.charactersPerMinute),
    )
    .option('--calls-in-flight <n>', 'calls in progress per node', parseLimit(maxTeamLimits.callsInFlight))
    .option('--json', 'print JSON')
    .action(async (given: string, options: LimitOptions) => {
      const limits = await withDatabase(env, async (db) =>
        setTeamLimits(db, await teamIdOf(db, given), limitsOf(options), commandLineActor()),
      );
      if (limits === undefined) throw noTeam();
      print(options, { limits: toWire(limits) }, describeLimits(limits));
    });
}

function limitsOf({ json: _json, ...changes }: LimitOptions): Parameters<typeof setTeamLimits>[2] {
  return changes;
}

function describeLimits(limits: LimitsOfTeam): string {
  return facts([
    ['Team', limits.teamId],
    ['Monthly quota', `${count(limits.monthlyQuota)} characters`],
    ...rateFacts(limits),
  ]);
}

function parseLimit(max: number): (value: string) => number {
  return (value) => {
    const limit = wholeNumber(value);
    if (!(limit >= 1 && limit <= max)) {
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${count(max)}.`);
    }
    return limit;
  };
}

export function parseName(value: string): string {
  const name = cleanName(value);
  if (name === undefined) throw new InvalidArgumentError(nameRule);
  return name;
}

function parseQuota(value: string): number {
  const quota = wholeNumber(value);
  if (!Number.isSafeInteger(quota)) {
    throw new InvalidArgumentError('A quota is a whole number of characters, 0 or more.');
  }
  return quota;
}
