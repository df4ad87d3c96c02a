/** Takes every setting from a flag, an earlier run or a question, and tests each before the next. */
import { randomBytes } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { type Config, loadConfig } from '../../config/config.ts';
import type { RoutingConfig } from '../../config/config-file.ts';
import { OperatorError } from '../../lib/errors.ts';
import { type ExaminedEngines, examineEngines, type Finding } from '../examine.ts';
import { loadRouting, parseRouting } from '../loaded-on-demand.ts';
import type { Environment } from '../with-database.ts';
import {
  type EngineSettings,
  formatEngines,
  localEngines,
  parseEngines,
  usualEngines,
} from './engine-choice.ts';
import { parseEnvironment, type Settings } from './environment-file.ts';
import { chooseExample } from './first-call.ts';
import { askFor, type Interview } from './interview.ts';
import { pairsNotServed, parseLanguages } from './language-choice.ts';
import { pullLanguages } from './pull-languages.ts';
import { faultOf, type Setting, settings } from './settings.ts';
import { type SettingsFile, type SettingsFiles, systemFolder } from './settings-files.ts';

/** Values given by flags, by option name. */
export type Flags = Readonly<Record<string, unknown>>;

/** The unit may not write to the folder of its settings. */
export const systemModelsFolder = '/var/lib/dragoman/models';

/** All variables of the server's environment. */
export async function chooseEnvironment(
  flags: Flags,
  files: SettingsFiles,
  env: Environment,
  interview: Interview,
): Promise<Settings> {
  if (files.environment.content !== undefined) return keepEnvironment(flags, files.environment);
  const chosen: Record<string, string> = {};
  for (const setting of settings) {
    const value = await choose(setting, flags, env, interview);
    if (value !== '') Object.assign(chosen, setting.toVariables(value));
  }
  return {
    ...chosen,
    DRAGOMAN_CONFIG: files.engines.path,
    DRAGOMAN_OPERATOR_SECOND_FACTOR: 'on',
    DRAGOMAN_DATA_KEY: randomBytes(32).toString('base64'),
  };
}

async function choose(
  setting: Setting,
  flags: Flags,
  env: Environment,
  interview: Interview,
): Promise<string> {
  const given = flags[setting.option] as string | undefined;
  const [flag = ''] = setting.flag.split(' ');
  const inherited = setting.fromVariables(env);
  for (;;) {
    const fallback = inherited ?? setting.fallback;
    // An address from the environment may contain a password.
    const shown = inherited === undefined ? fallback : 'as in the environment';
    const value =
      given ??
      (setting.question === undefined
        ? (fallback ?? '')
        : await interview.ask(setting.question, flag, fallback, shown));
    const problem = faultOf(setting, value) ?? describeFailure(await setting.examine?.(value));
    if (problem === undefined) return value;
    if (given !== undefined) throw nothingChanged(`${flag}: ${problem}`);
    interview.object(`${flag}: ${problem}`);
  }
}

/** An existing file takes precedence, whether an earlier run wrote it or a person edited it since. */
async function keepEnvironment(flags: Flags, { path, content }: SettingsFile): Promise<Settings> {
  const kept = parseEnvironment(content ?? '');
  for (const setting of settings) {
    const given = flags[setting.option];
    if (given === undefined || given === setting.fromVariables(kept)) continue;
    const [flag = ''] = setting.flag.split(' ');
    throw new OperatorError(
      `${path} has a different value than ${flag} and is not overwritten.`,
      'Change the value in the file, or leave the flag out.',
    );
  }
  loadConfig(kept);
  await trySettings(kept);
  return kept;
}

/** Checks that the database and Redis of an existing environment respond. */
export async function trySettings(env: Environment): Promise<void> {
  for (const setting of settings) {
    const value = setting.isListener ? undefined : setting.fromVariables(env);
    const problem = value === undefined ? undefined : describeFailure(await setting.examine?.(value));
    if (problem !== undefined) throw nothingChanged(problem);
  }
}

interface ChosenEngines {
  /** Content of the configuration file. */
  readonly content: string;
  readonly examined: ExaminedEngines;
  /** Pairs of the requested languages that no engine translates. */
  readonly notServed: readonly string[];
}

export async function chooseEngines(
  flags: Flags,
  file: SettingsFile,
  config: Config,
  env: Environment,
  interview: Interview,
): Promise<ChosenEngines> {
  if (file.content !== undefined) {
    refuseEngineFlags(flags, file);
    const examined = await tryEngines(await loadRouting(config), config);
    return { content: file.content, examined, notServed: [] };
  }
  const languages = await chooseLanguages(flags, interview);
  const models = modelsFolder(flags, dirname(file.path));
  const content = formatEngines(
    await engineSettings({ ...flags, models }, languages, config, env, interview),
  );
  const parsed = await parseRouting(content);
  if (!parsed.ok) throw nothingChanged(parsed.faults.map(({ message }) => message).join(' '));
  const examined = await tryEngines(parsed.routing, config);
  return { content, examined, notServed: pairsNotServed(languages, examined.pairs) };
}

async function chooseLanguages(flags: Flags, interview: Interview): Promise<readonly string[]> {
  if (flags.languages !== undefined) return flags.languages as readonly string[];
  if (flags.engines !== undefined) return [];
  const question = 'Languages to translate from and to English, such as de,fr (leave empty for none)';
  return askFor(interview, question, '--languages', parseLanguages, '');
}

/** Next to the settings, so that no other account is needed to write there. */
function modelsFolder({ models }: Flags, settingsFolder: string): string {
  if (models !== undefined) return resolve(String(models));
  return settingsFolder === systemFolder ? systemModelsFolder : join(settingsFolder, 'models');
}

type EngineNames = ReturnType<typeof parseEngines>;

/** Languages need models, which are downloaded here; engines that are already installed need none. */
async function engineSettings(
  flags: Flags,
  languages: readonly string[],
  config: Config,
  env: Environment,
  interview: Interview,
): Promise<EngineSettings[]> {
  const folder = String(flags.models);
  const given = flags.engines as EngineNames | undefined;
  if (languages.length > 0) {
    const [registry, download] = [flags.registry, flags.download] as (string | undefined)[];
    const found = await pullLanguages({ languages, folder, registry, download }, config, env, interview);
    const order: EngineNames = given ?? ['bergamot', 'apertium'];
    const engines = order.flatMap((name) => found.filter(({ type }) => type === name));
    if (engines.length > 0) return engines;
    throw nothingChanged(`No engine on this machine can translate ${languages.join(', ')}.`);
  }
  const known = 'Engines (apertium, bergamot)';
  const engines =
    given ?? (await askFor(interview, known, '--engines', parseEngines, usualEngines.join(',')));
  return engines.map((type) => (type === 'bergamot' ? { type, models: folder } : { type }));
}

/** Models are downloaded for the languages, so an engine has to use them. */
export function refuseContradictions({ engines, languages }: Flags): void {
  if (languages === undefined || engines === undefined) return;
  if ((engines as EngineNames).includes('bergamot')) return;
  throw new OperatorError(
    '--languages needs the engine bergamot, which --engines does not list. Nothing was changed.',
    'Add bergamot to --engines, or leave --engines or --languages out.',
  );
}

function refuseEngineFlags(flags: Flags, { path }: SettingsFile): void {
  const message = `${path} already lists the engines and is not overwritten.`;
  if (flags.engines !== undefined)
    throw new OperatorError(message, 'Change the list in the file, or leave --engines out.');
  if (flags.languages !== undefined)
    throw new OperatorError(message, 'Add languages with dragoman models pull, or leave --languages out.');
}

/** Returns the pairs that the engines can translate; throws if an engine is unhealthy. */
export async function tryEngines({ engines }: RoutingConfig, config: Config): Promise<ExaminedEngines> {
  // Not by servers elsewhere, which may charge for it.
  const local = engines.filter(({ type }) => localEngines.some((each) => each === type)).map(({ id }) => id);
  const examined = await examineEngines(engines, config, (pairs) =>
    chooseExample(pairs.filter(({ engine }) => local.includes(engine))),
  );
  const problems = examined.findings.map(describeFailure).filter((problem) => problem !== undefined);
  if (problems.length > 0) throw nothingChanged(problems.join('\n'));
  return examined;
}

function describeFailure(finding: Finding | undefined): string | undefined {
  if (finding === undefined || finding.ok) return undefined;
  return `${finding.check}: ${finding.detail}\n${finding.remedy ?? ''}`.trim();
}

function nothingChanged(problem: string): OperatorError {
  return new OperatorError(problem, 'Nothing was changed. Fix this, then run dragoman init again.');
}
