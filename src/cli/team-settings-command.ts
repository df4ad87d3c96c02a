import { type Command, InvalidArgumentError, Option } from 'commander';
import { type SettingsOfTeam, setTeamSettings } from '../accounts/team-settings.ts';
import { loadConfig } from '../config/config.ts';
import { OperatorError, type ProblemCode } from '../lib/errors.ts';
import { toWire } from '../lib/wire-shape.ts';
import { commandLineActor } from './command-line-actor.ts';
import { teamArgument, teamIdOf } from './find-team.ts';
import { loadRouting } from './loaded-on-demand.ts';
import { facts, type OutputOptions, print } from './print.ts';
import { type Environment, withDatabase } from './with-database.ts';

interface SettingOptions extends OutputOptions {
  readonly engines?: string[];
  readonly cache?: 'on' | 'off';
}

export function addTeamSettingsCommand(team: Command, env: Environment): void {
  team
    .command('set-engines')
    .description('set which engines a team may use, and whether its translations are cached')
    .argument('<team>', teamArgument)
    .option('--engines <ids>', 'in order of preference, separated by commas; "all" for all of them', parseIds)
    .addOption(new Option('--cache <state>', 'cache translations for a day').choices(['on', 'off']))
    .option('--json', 'print JSON')
    .action(async (given: string, options: SettingOptions) => {
      const { engines } = await loadRouting(loadConfig(env));
      const changes = {
        ...(options.engines !== undefined && {
          engines: options.engines.length === 0 ? null : options.engines,
        }),
        ...(options.cache !== undefined && { isCached: options.cache === 'on' }),
        knownEngines: engines.map(({ id }) => id),
      };
      const settings = await withDatabase(env, async (db) =>
        setTeamSettings(db, await teamIdOf(db, given), changes, commandLineActor()),
      );
      if (!settings.ok) throw new OperatorError(settings.problem.detail, remedyOf(settings.problem.code));
      print(options, { settings: toWire(settings.value) }, describe(settings.value));
    });
}

function remedyOf(code: ProblemCode): string {
  return code === 'not_found'
    ? 'Run: dragoman team list'
    : 'Use ids of configured engines. See: dragoman config check';
}

function describe({ teamId, engines, cache }: SettingsOfTeam): string {
  return facts([
    ['Team', teamId],
    ['Engines', engines === null ? 'all' : engines.join(', then ')],
    ['Cache', cache ? 'on' : 'off'],
  ]);
}

/** Returns an empty array for "all". */
function parseIds(value: string): string[] {
  const ids = value.split(',').map((id) => id.trim());
  if (ids.includes('')) throw new InvalidArgumentError('Give ids of engines, separated by commas, or "all".');
  return value.trim() === 'all' ? [] : [...new Set(ids)];
}
