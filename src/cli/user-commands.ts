import { text as readAll } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { resetFactor } from '../accounts/second-factor/reset-factor.ts';
import { cleanEmail, emailRule } from '../accounts/users/email.ts';
import { setOperatorRole } from '../accounts/users/operator-roles.ts';
import { isPassword, newPassword, passwordRule } from '../accounts/users/passwords.ts';
import { createUser, type NewUserRole, setPassword } from '../accounts/users/users.ts';
import { loadConfig } from '../config/config.ts';
import { OperatorError } from '../lib/errors.ts';
import { type OperatorRole, operatorRoles } from '../lib/operator-role.ts';
import { teamRoles } from '../lib/team-role.ts';
import { toWire } from '../lib/wire-shape.ts';
import { commandLineActor } from './command-line-actor.ts';
import { teamArgument, teamIdOf } from './find-team.ts';
import { dashboardUrl } from './listeners.ts';
import { facts, type OutputOptions, print } from './print.ts';
import { addUserListCommand } from './user-list-command.ts';
import { type Environment, withDatabase } from './with-database.ts';

export function addUserCommands(program: Command, env: Environment): void {
  const user = program
    .command('user')
    .description(
      'create and list users of the dashboard, set their passwords, reset their second factors, make them operators',
    );
  addCreate(user, env);
  addUserListCommand(user, env);
  addSetPassword(user, env);
  addResetFactor(user, env);
  addSetOperator(user, env);
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
    .requiredOption('--team <team>', teamArgument)
    .requiredOption('--email <address>', 'what the user signs in with', parseEmail)
    .addOption(
      new Option(
        '--role <role>',
        'an operator has all rights, and is an owner of every team; for others see: dragoman user set-operator',
      )
        .choices([...teamRoles, 'operator'])
        .makeOptionMandatory(),
    )
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions) => {
      const { password, isNew } = await choosePassword();
      const { team, email, role } = options;
      const created = await withDatabase(env, async (db) =>
        createUser(db, { teamId: await teamIdOf(db, team), email, role, password }, commandLineActor()),
      );
      if (!created.ok) {
        const isKnown = created.problem.code === 'conflict';
        throw new OperatorError(
          created.problem.detail,
          isKnown ? 'An owner of another team can add this user by invitation.' : 'Run: dragoman team list',
        );
      }
      const rows = [['User', created.value.id] as const, ['E-mail', email] as const, ['Role', role] as const];
      printUser(options, env, { user: created.value }, rows, isNew ? password : undefined);
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
      if (changed === undefined) throw noUser();
      printUser(options, env, { user: changed }, [['E-mail', changed.email]], isNew ? password : undefined);
    });
}

function addResetFactor(user: Command, env: Environment): void {
  user
    .command('reset-factor')
    .description('remove the second factor of a user who lost it, and end all sessions of the user')
    .argument('<address>', 'what the user signs in with', parseEmail)
    .option('--json', 'print JSON')
    .action(async (email: string, options: OutputOptions) => {
      const reset = await withDatabase(env, (db) => resetFactor(db, email, commandLineActor()));
      if (reset === undefined) throw noUser();
      const what = reset.hadSecondFactor
        ? 'The second factor is removed.'
        : 'This user has no second factor.';
      const next =
        'The sessions of the user have ended. Next: the user signs in with the password, and turns a new factor on.';
      print(options, { user: toWire(reset) }, `${facts([['E-mail', email]])}\n\n${what}\n${next}`);
    });
}

function addSetOperator(user: Command, env: Environment): void {
  user
    .command('set-operator')
    .description('make a user an operator, change the role of an operator, or take it away')
    .argument('<address>', 'what the user signs in with', parseEmail)
    .addOption(
      new Option('--role <role>', 'what the operator may do; none: the user is no operator')
        .choices([...operatorRoles, 'none'])
        .makeOptionMandatory(),
    )
    .option('--json', 'print JSON')
    .action(async (email: string, options: OutputOptions & { role: OperatorRole | 'none' }) => {
      const role = options.role === 'none' ? null : options.role;
      const changed = await withDatabase(env, (db) => setOperatorRole(db, email, role, commandLineActor()));
      if (!changed.ok) {
        if (changed.problem.code === 'not_found') throw noUser();
        throw new OperatorError(
          changed.problem.detail,
          'Run: dragoman user set-operator <address of somebody else> --role full',
        );
      }
      const rows = [['E-mail', email] as const, ['Operator', options.role] as const];
      const next = 'It counts at once, also for open sessions.';
      print(options, { user: toWire(changed.value) }, `${facts(rows)}\n\n${next}`);
    });
}

function noUser(): OperatorError {
  return new OperatorError(
    'There is no user with this e-mail address.',
    'Run: dragoman user create --team <team> --email <address> --role owner',
  );
}

/** A password that the caller provided is not printed. */
function printUser(
  options: OutputOptions,
  env: Environment,
  machine: object,
  rows: readonly (readonly [string, string])[],
  generated: string | undefined,
): void {
  const shown = generated === undefined ? rows : [...rows, ['Password', generated] as const];
  const once = generated === undefined ? '' : '\n\nThis is the only time the password is shown.';
  const next = `\nNext: open the dashboard at ${dashboardUrl(loadConfig(env))} and sign in.`;
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
