/** The command line. Each command parses flags, calls the code that does the work, and prints the result. */
import { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import { addCompletionCommand } from './completion-command.ts';
import { addConfigCommand } from './config-command.ts';
import { addDataKeyCommands } from './data-key-commands.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addEnginesCommand } from './engines-command.ts';
import { addInitCommand } from './init/init-command.ts';
import { addKeyCommands } from './key-commands.ts';
import { addLedgerCommands } from './ledger-commands.ts';
import { addModelsCommands } from './models-commands.ts';
import { type OutputOptions, print } from './print.ts';
import { addServeCommand, type StartApp } from './serve-command.ts';
import { addTeamCommands } from './team-commands.ts';
import { addUsageCommand } from './usage-command.ts';
import { addUserCommands } from './user-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';
import { type Environment, migrateDatabase } from './with-database.ts';
import { addWorkerCommand, type StartWorker } from './worker-command.ts';

export function buildProgram(
  env: Environment,
  version: string,
  startApp: StartApp,
  startWorker: StartWorker,
): Command {
  const program = new Command('dragoman')
    .description('A translation API that an organisation runs itself.')
    .version(version, '--version', 'print the version')
    .showHelpAfterError('Run with --help to see the options.')
    .exitOverride();

  addInitCommand(program, env);
  program
    .command('migrate')
    .description('bring the database schema up to date; safe to run at any time')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const applied = await migrateDatabase(loadConfig(env).databaseUrl);
      const human = applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`;
      print(options, { applied }, `${human}\nNext: dragoman team create --name my-team`);
    });
  addServeCommand(program, env, startApp);
  addWorkerCommand(program, env, startWorker);
  addTeamCommands(program, env);
  addKeyCommands(program, env);
  addUserCommands(program, env);
  addLedgerCommands(program, env);
  addUsageCommand(program, env);
  addDataKeyCommands(program, env, version);
  addWebhookCommands(program, env);
  addConfigCommand(program, env);
  addEnginesCommand(program, env);
  addModelsCommands(program, env);
  addDoctorCommand(program, env);
  addCompletionCommand(program);
  return program;
}
