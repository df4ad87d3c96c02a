import { type Command, InvalidArgumentError } from 'commander';
import { createTeam, listTeams } from '../accounts/teams.ts';
import { count, facts, type OutputOptions, print, table } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

const defaultMonthlyQuota = 1_000_000;

export function addTeamCommands(program: Command, env: Environment): void {
  const team = program.command('team').description('create and list teams');

  team
    .command('create')
    .description('create a team, which owns keys and a quota')
    .requiredOption('--name <name>', 'what people call the team', parseName)
    .option('--monthly-quota <characters>', 'characters per calendar month', parseQuota, defaultMonthlyQuota)
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { name: string; monthlyQuota: number }) => {
      const created = await withDatabase(env, (db) => createTeam(db, options.name, options.monthlyQuota));
      print(
        options,
        { team: created },
        `${facts([
          ['Team', created.id],
          ['Name', created.name],
          ['Monthly quota', `${count(created.monthly_quota)} characters`],
        ])}\n\nNext: dragoman key create --team ${created.id} --name my-app`,
      );
    });

  team
    .command('list')
    .description('list all teams')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const teams = await withDatabase(env, listTeams);
      const rows = teams.map((row) => [
        row.id,
        row.name,
        count(row.monthly_quota),
        String(row.active_keys),
        row.created_at,
      ]);
      const human =
        rows.length === 0
          ? 'Teams appear here. Create the first one: dragoman team create --name my-team'
          : table([['ID', 'NAME', 'MONTHLY QUOTA', 'ACTIVE KEYS', 'CREATED'], ...rows]);
      print(options, { teams }, human);
    });
}

export function parseName(value: string): string {
  const name = value.trim();
  if (name === '' || [...name].length > 200 || !name.isWellFormed() || /\p{Cc}/u.test(name)) {
    throw new InvalidArgumentError('A name has 1 to 200 characters and no control characters.');
  }
  return name;
}

function parseQuota(value: string): number {
  const quota = Number(value.replaceAll('_', ''));
  if (!/^[\d_]+$/.test(value) || !Number.isSafeInteger(quota)) {
    throw new InvalidArgumentError('A quota is a whole number of characters, 0 or more.');
  }
  return quota;
}
