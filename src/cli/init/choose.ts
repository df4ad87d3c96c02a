/** Takes every setting from a flag, an earlier run or a question, and tests each before the next. */
import { randomBytes } from 'node:crypto';
import { type Config, loadConfig } from '../../config/config.ts';
import type { RoutingConfig } from '../../config/config-file.ts';
import { OperatorError } from '../../lib/errors.ts';
import { examineEngines, type Finding } from '../examine.ts';
import { loadRouting, parseRouting } from '../loaded-on-demand.ts';
import type { Environment } from '../with-database.ts';
import { formatEngines, parseEngines, usualEngines } from './engine-choice.ts';
import { parseEnvironment, type Settings } from './environment-file.ts';
import { askFor, type Interview } from './interview.ts';
import { faultOf, type Setting, settings } from './settings.ts';
import type { SettingsFile, SettingsFiles } from './settings-files.ts';

/** Values given by flags, by option name. */
export type Flags = Readonly<Record<string, unknown>>;

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
  readonly pairs: Awaited<ReturnType<typeof examineEngines>>['pairs'];
}

export async function chooseEngines(
  flags: Flags,
  file: SettingsFile,
  config: Config,
  interview: Interview,
): Promise<ChosenEngines> {
  if (file.content !== undefined) {
    if (flags.engines !== undefined) {
      throw new OperatorError(
        `${file.path} already lists the engines and is not overwritten.`,
        'Change the list in the file, or leave --engines out.',
      );
    }
    return { content: file.content, pairs: await tryEngines(await loadRouting(config), config) };
  }
  const engines =
    (flags.engines as ReturnType<typeof parseEngines> | undefined) ??
    (await askFor(
      interview,
      'Engines (apertium, bergamot)',
      '--engines',
      parseEngines,
      usualEngines.join(','),
    ));
  const content = formatEngines(engines, String(flags.models));
  const parsed = await parseRouting(content);
  if (!parsed.ok) throw nothingChanged(parsed.faults.map(({ message }) => message).join(' '));
  return { content, pairs: await tryEngines(parsed.routing, config) };
}

/** Returns the pairs that the engines can translate; throws if an engine is unhealthy. */
export async function tryEngines(
  { engines }: RoutingConfig,
  config: Config,
): Promise<ChosenEngines['pairs']> {
  const { findings, pairs } = await examineEngines(engines, config);
  const problems = findings.map(describeFailure).filter((problem) => problem !== undefined);
  if (problems.length > 0) throw nothingChanged(problems.join('\n'));
  return pairs;
}

function describeFailure(finding: Finding | undefined): string | undefined {
  if (finding === undefined || finding.ok) return undefined;
  return `${finding.check}: ${finding.detail}\n${finding.remedy ?? ''}`.trim();
}

function nothingChanged(problem: string): OperatorError {
  return new OperatorError(problem, 'Nothing was changed. Fix this, then run dragoman init again.');
}
