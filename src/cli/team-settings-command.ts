import { type Command, InvalidArgumentError, Option } from 'commander';
import { type SettingsOfTeam, setTeamSettings } from '../accounts/team-settings.ts';
import { loadConfig } from '../config/config.ts';
import { OperatorError } from '../lib/errors.ts';
import { toWire } from '../lib/wire-shape.ts';
import { commandLineActor } from './command-line-actor.ts';
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
    .argument('<id>', 'the team')
    .option('--engines <ids>', 'in order of preference, separated by commas; "all" for all of them', parseIds)
    .addOption(new Option('--cache <state>', 'cache translations for a day').choices(['on', 'off']))
    .option('--json', 'print JSON')
    .action(async (id: string, options: SettingOptions) => {
      await refuseUnknownEngines(env, options.engines ?? []);
      const changes = {
        ...(options.engines !== undefined && {
          engines: options.engines.length === 0 ? null : options.engines,
        }),
        ...(options.cache !== undefined && { isCached: options.cache === 'on' }),
      };
      const settings = await withDatabase(env, (db) => setTeamSettings(db, id, changes, commandLineActor()));
      if (settings === undefined) {
        throw new OperatorError('There is no team with this id.', 'See: dragoman team list');
      }
      print(options, { settings: toWire(settings) }, describe(settings));
    });
}

/** A team whose only engine is misspelt would have no engine. */
async function refuseUnknownEngines(env: Environment, ids: readonly string[]): Promise<void> {
  const { engines } = await loadRouting(loadConfig(env));
  const unknown = ids.find((id) => !engines.some((engine) => engine.id === id));
  if (unknown === undefined) return;
  throw new OperatorError(
    `There is no engine "${unknown}". Configured engines: ${engines.map(({ id }) => id).join(', ')}.`,
    'Use ids of configured engines. See: dragoman config check',
  );
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
