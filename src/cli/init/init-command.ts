/** `dragoman init`: from an empty database to the curl of a first translation. Safe to repeat. */
import { type Command, Option } from 'commander';
import { type Config, loadConfig } from '../../config/config.ts';
import { OperatorError } from '../../lib/errors.ts';
import type { ExaminedEngines } from '../examine.ts';
import { dashboardUrl, reachableUrl } from '../listeners.ts';
import { loadRouting } from '../loaded-on-demand.ts';
import { type OutputOptions, print } from '../print.ts';
import { parseName } from '../team-commands.ts';
import { parseEmail } from '../user-commands.ts';
import { type Environment, migrateDatabase, withDatabase } from '../with-database.ts';
import {
  chooseEngines,
  chooseEnvironment,
  type Flags,
  refuseContradictions,
  systemModelsFolder,
  tryEngines,
  trySettings,
} from './choose.ts';
import { type Demo, prepareDemo, withoutSettings } from './demo.ts';
import { describeInstallation } from './describe-installation.ts';
import { parseEngines } from './engine-choice.ts';
import { formatEnvironment } from './environment-file.ts';
import { openFirstAccount, type Wishes } from './first-account.ts';
import { firstCall } from './first-call.ts';
import { askFor, type Interview, openInterview, silentInterview } from './interview.ts';
import { parseLanguages } from './language-choice.ts';
import { addSampleUsage } from './sample-usage.ts';
import { parserOf, settings } from './settings.ts';
import { findSettingsFiles, systemFolder, writeOnce } from './settings-files.ts';

interface InitOptions extends OutputOptions {
  readonly folder: string;
  readonly files: boolean;
  readonly yes?: boolean;
  readonly team?: string;
  readonly email?: string;
  readonly keyName: string;
  readonly demo?: boolean;
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
}

export function addInitCommand(program: Command, env: Environment): void {
  const command = program
    .command('init')
    .description('set up an installation: settings, schema, first team, user and key; safe to repeat');
  for (const setting of settings) command.option(setting.flag, setting.help, parserOf(setting));
  command
    .option('--engines <list>', 'engines on this machine, best first: apertium,bergamot', parseEngines)
    .option('--languages <list>', 'languages to translate from and to English: de,fr', parseLanguages)
    .option(
      '--models <folder>',
      `folder of the Bergamot models (default: models in --folder; ${systemModelsFolder} if that is ${systemFolder})`,
    )
    .option('--registry <place>', 'where models are downloaded from: an address or a folder')
    .addOption(
      new Option('--download <answer>', 'download the models of the languages').choices(['yes', 'no']),
    )
    .option('--team <name>', 'the first team', parseName)
    .option('--email <address>', 'the first user, an operator', parseEmail)
    .option('--key-name <name>', 'the first key', parseName, 'first-key')
    .option('--folder <path>', 'where dragoman.env and dragoman.yaml are written', '.')
    .option('--no-files', 'write no files: the environment is already set, as in a container')
    .option('--demo', 'set up a demonstration, with temporary Postgres and Redis servers and sample usage')
    .option('--yes', 'do not ask; use defaults for options that are not given')
    .option('--json', 'print JSON')
    .action(async (given: InitOptions) => {
      refuseContradictions({ ...given });
      if (given.demo) return initialiseDemo(given, env);
      using interview = given.yes ? silentInterview : openInterview();
      await initialise(given, env, interview);
    });
}

/** A failed demonstration leaves no servers and no files behind. */
async function initialiseDemo(given: InitOptions, env: Environment): Promise<void> {
  const demo = await prepareDemo(given, env);
  // What the operator gave takes precedence, except for the folder, which has a default.
  const options = { ...demo.flags, ...given, folder: demo.flags.folder };
  try {
    await initialise(options, withoutSettings(env), silentInterview, demo);
  } catch (error) {
    await demo.undo();
    throw error;
  }
}

async function initialise(
  options: InitOptions,
  env: Environment,
  interview: Interview,
  demo?: Demo,
): Promise<void> {
  const prepared = options.files
    ? await prepareFiles(options, env, interview)
    : await takeEnvironment(options, env, interview);
  const applied = await migrateDatabase(prepared.config.databaseUrl);
  const files = await prepared.write();
  const account = await withDatabase(prepared.env, async (db) => {
    const opened = await openFirstAccount(db, prepared.account);
    if (demo !== undefined) await addSampleUsage(db, opened);
    return opened;
  });
  const { publicHost, publicPort, publicUrl, publicCertificate, signIn } = prepared.config;
  const { pairs, example } = prepared.examined;
  const isSecure = publicCertificate !== undefined;
  const local = reachableUrl(publicHost, publicPort, isSecure);
  // The call is for this machine, because a proxy in front may not be set up yet; but a certificate is not for its address.
  const call = firstCall(isSecure ? (publicUrl ?? local) : local, account.secret ?? '$API_KEY', pairs);
  const api = publicUrl ?? local;
  const dashboard = dashboardUrl(prepared.config);
  const { notServed } = prepared;
  const installation = {
    ...{ files, account, example, notServed, api, dashboard, call, removal: demo?.removal },
    needsFactor: signIn.operatorsNeedFactor,
  };
  print(
    options,
    { applied, files, ...account, example, notServed, api, dashboard, call, removal: demo?.removal },
    describeInstallation(installation),
  );
}

async function chooseAccount(options: InitOptions, interview: Interview): Promise<Wishes> {
  const { team, email, keyName } = options;
  return {
    team: team ?? (await askFor(interview, 'Name of the first team', '--team', parseName, 'my-team')),
    email: email ?? (await askFor(interview, 'E-mail address of the first user', '--email', parseEmail)),
    keyName,
  };
}

interface Prepared {
  readonly account: Wishes;
  readonly env: Environment;
  readonly config: Config;
  readonly examined: ExaminedEngines;
  /** Pairs of the requested languages that no engine translates. */
  readonly notServed: readonly string[];
  write(): Promise<{ path: string; isNew: boolean }[]>;
}

async function prepareFiles(options: InitOptions, env: Environment, interview: Interview): Promise<Prepared> {
  const flags: Flags = { ...options };
  const files = await findSettingsFiles(options.folder);
  const environment = await chooseEnvironment(flags, files, env, interview);
  const config = loadConfig(environment);
  // Before models are downloaded, which may take minutes.
  const account = await chooseAccount(options, interview);
  const { content, examined, notServed } = await chooseEngines(flags, files.engines, config, env, interview);
  return {
    account,
    env: environment,
    config,
    examined,
    notServed,
    write: async () => [
      {
        path: files.environment.path,
        isNew: await writeOnce(files.environment, formatEnvironment(environment)),
      },
      { path: files.engines.path, isNew: await writeOnce(files.engines, content) },
    ],
  };
}

/** For environments that are set elsewhere, such as in a container: runs the same checks, writes nothing. */
async function takeEnvironment(
  options: InitOptions,
  env: Environment,
  interview: Interview,
): Promise<Prepared> {
  const flags: Flags = { ...options };
  const engineFlags = ['engines', 'languages', 'models', 'registry', 'download'].map((option) => ({
    option,
    flag: `--${option}`,
  }));
  const given = [...settings, ...engineFlags].find(({ option }) => flags[option] !== undefined);
  if (given !== undefined) {
    const [flag = ''] = given.flag.split(' ');
    throw new OperatorError(
      `${flag} cannot be used with --no-files, which takes the settings from the environment.`,
      'Leave the flag out, or set the variable: docs/run/configuration.md',
    );
  }
  const config = loadConfig(env);
  await trySettings({ ...env, REDIS_URL: config.redisUrl });
  const examined = await tryEngines(await loadRouting(config), config);
  const account = await chooseAccount(options, interview);
  return { account, env, config, examined, notServed: [], write: async () => [] };
}
