import type { Command } from 'commander';
import { type ListedUser, listAllUsers } from '../accounts/users/operator-users.ts';
import { toWire } from '../lib/wire-shape.ts';
import { type OutputOptions, print, table } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

interface ListOptions extends OutputOptions {
  readonly search?: string;
  readonly operators?: boolean;
}

export function addUserListCommand(user: Command, env: Environment): void {
  user
    .command('list')
    .description('list the users of the dashboard with their teams, roles and last sign-in')
    .option('--search <text>', 'only users whose address contains this text')
    .option('--operators', 'only operators')
    .option('--json', 'print JSON')
    .action(async ({ search, operators = false, json = false }: ListOptions) => {
      const all = await withDatabase(env, (db) => listAllUsers(db, search));
      const users = operators ? all.filter(({ operatorRole }) => operatorRole !== null) : all;
      print({ json }, { users: users.map(toWire) }, describe(users, operators || search !== undefined));
    });
}

function describe(users: readonly ListedUser[], isFiltered: boolean): string {
  if (users.length === 0)
    return isFiltered
      ? 'No user matches.'
      : 'There are no users yet. Create the first one: dragoman user create --team <team> --email <address> --role owner';
  const rows = users.map((user) => [
    user.email,
    user.operatorRole ?? '',
    teamsInWords(user),
    user.hasSecondFactor ? 'on' : 'off',
    user.lastSignedInAt?.toISOString() ?? 'never, or long ago',
    String(user.openSessions),
  ]);
  return table([['E-MAIL', 'OPERATOR', 'TEAMS', 'SECOND FACTOR', 'LAST SIGN-IN', 'OPEN SESSIONS'], ...rows]);
}

function teamsInWords({ teams, teamCount }: ListedUser): string {
  const named = teams.map(({ name, role }) => `${name} (${role})`).join(', ');
  const more = teamCount - teams.length;
  return more > 0 ? `${named} and ${more} more` : named;
}
