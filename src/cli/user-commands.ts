import { text as readAll } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { cleanEmail, emailRule } from '../accounts/users/email.ts';
import { isPassword, newPassword, passwordRule } from '../accounts/users/passwords.ts';
import { createUser, type NewUserRole, setPassword } from '../accounts/users/users.ts';
import { OperatorError } from '../lib/errors.ts';
import { teamRoles } from '../lib/team-role.ts';
import { commandLineActor } from './command-line-actor.ts';
import { facts, type OutputOptions, print } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

export function addUserCommands(program: Command, env: Environment): void {
  const user = program.command('user').description('create users of the dashboard, set their passwords');
  addCreate(user, env);
  addSetPassword(user, env);
}

interface CreateOptions extends OutputOptions {
  team: string;
  email: string;
  role: NewUserRole;
}

const passwordHelp =
  'The password is read from standard input; if there is none, one is generated and printed.';

function addCreate(user: Command, env: Environment): void {
  user
    .command('create')
    .description(`create a user who signs in to the dashboard. ${passwordHelp}`)
    .requiredOption('--team <id>', 'the team that the user belongs to')
    .requiredOption('--email <address>', 'what the user signs in with', parseEmail)
    .addOption(
      new Option('--role <role>', 'an operator is an owner of every team')
        .choices([...teamRoles, 'operator'])
        .makeOptionMandatory(),
    )
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const { password, isNew } = await choosePassword();
      const { team: teamId, email, role } = options;
      const created = await withDatabase(env, (db) =>
        createUser(db, { teamId, email, role, password }, commandLineActor()),
      );
      if (!created.ok) {
        const isKnown = created.problem.code === 'conflict';
        throw new OperatorError(
          created.problem.detail,
          isKnown ? 'An owner of another team can add this user by invitation.' : 'Run: dragoman team list',
        );
      }
      const rows = [['User', created.value.id] as const, ['E-mail', email] as const, ['Role', role] as const];
      printUser(options, { user: created.value }, rows, isNew ? password : undefined);
    });
}

function addSetPassword(user: Command, env: Environment): void {
  user
    .command('set-password')
    .description(`set a new password for a user and end all sessions of the user. ${passwordHelp}`)
    .requiredOption('--email <address>', 'what the user signs in with', parseEmail)
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions & { email: string }) => {
      const { password, isNew } = await choosePassword();
      const changed = await withDatabase(env, (db) =>
        setPassword(db, options.email, password, commandLineActor()),
      );
      if (changed === undefined) {
        throw new OperatorError(
          'There is no user with this e-mail address.',
          'Run: dragoman user create --team <id> --email <address> --role owner',
        );
      }
      printUser(options, { user: changed }, [['E-mail', changed.email]], isNew ? password : undefined);
    });
}

/** A password that the caller provided is not printed. */
function printUser(
  options: OutputOptions,
  machine: object,
  rows: readonly (readonly [string, string])[],
  generated: string | undefined,
): void {
  const shown = generated === undefined ? rows : [...rows, ['Password', generated] as const];
  const once = generated === undefined ? '' : '\n\nThis is the only time the password is shown.';
  const next = '\nNext: open the console listener (http://127.0.0.1:8081 by default) and sign in.';
  print(
    options,
    { ...machine, ...(generated !== undefined && { password: generated }) },
    `${facts(shown)}${once}${next}`,
  );
}

async function choosePassword(): Promise<{ password: string; isNew: boolean }> {
  const given = process.stdin.isTTY ? '' : (await readAll(process.stdin)).replace(/\r?\n$/, '');
  if (given === '') return { password: newPassword(), isNew: true };
  if (!isPassword(given)) {
    throw new OperatorError(
      passwordRule,
      'Pass another one on standard input, or none to have one generated.',
    );
  }
  return { password: given, isNew: false };
}

export function parseEmail(value: string): string {
  const email = cleanEmail(value);
  if (email === undefined) throw new InvalidArgumentError(emailRule);
  return email;
}
