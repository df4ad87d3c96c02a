import type { Command } from 'commander';
import { type Config, loadConfig, loadFileSettings } from '../config/config.ts';
import { OperatorError } from '../lib/errors.ts';
import { loadRouting } from './loaded-on-demand.ts';
import { type OutputOptions, print, table } from './print.ts';
import type { Environment } from './with-database.ts';

/** Reads the configuration in the same way as `serve`, without starting the server. */
export function addConfigCommand(program: Command, env: Environment): void {
  program
    .command('config')
    .description('check the configuration')
    .command('check')
    .description('check the environment and the configuration file, and report every problem with its line')
    .option('--json', 'print JSON')
    .action(async (options: OutputOptions) => {
      const { config, engines, routes } = await readEverything(env);
      const rows = [
        ...(config.publicUrl === undefined ? [] : [['address', config.publicUrl, 'of the public API']]),
        ...listenerRows(config),
        ...engines.map(({ id, type }) => ['engine', id, type === id ? '' : type]),
        ...routes.map(({ from, to, engines: named, pivot }) => [
          'route',
          `${from} → ${to}`,
          [named?.join(', then '), pivot === undefined ? '' : pivot === false ? 'no pivot' : `pivot ${pivot}`]
            .filter(Boolean)
            .join('; '),
        ]),
      ];
      const { publicUrl = null } = config;
      print(options, { publicUrl, engines, routes }, `${table(rows)}\n\nThe configuration is valid.`);
    });
}

/** Problems of the environment and of the file at once, so that nobody has to fix one to learn of the next. */
async function readEverything(env: Environment) {
  const problems: OperatorError[] = [];
  const keep = (error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
    problems.push(error);
    return undefined;
  };
  const config = await loadLater(env).catch(keep);
  const routing = await loadRouting(config ?? loadFileSettings(env)).catch(keep);
  if (config !== undefined && routing !== undefined) return { config, ...routing };
  throw new OperatorError(
    problems.map(({ message }) => message).join('\n'),
    problems.map(({ remedy }) => remedy).join('\n'),
  );
}

const loadLater = async (env: Environment) => loadConfig(env);

function listenerRows({ dialects }: Config): string[][] {
  if (dialects === undefined) return [];
  const networks = dialects.keyless?.networks.join(', ');
  const address = `${dialects.host}:${dialects.port}`;
  return [['listener', `other dialects on ${address}`, networks ? `without a key from ${networks}` : '']];
}
