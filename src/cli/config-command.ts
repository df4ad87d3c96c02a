import type { Command } from 'commander';
import { type Config, loadConfig, loadFileSettings } from '../config/config.ts';
import { dayOf, readCertificate } from '../config/public-certificate.ts';
import { OperatorError } from '../lib/errors.ts';
import {
  describeUnknownVariable,
  findUnknownVariables,
  unknownVariablesRemedy,
} from './find-unknown-variables.ts';
import { dashboardUrl, listenersOf, sharedPorts } from './listeners.ts';
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
      const { config, certificate, engines, routes } = await readEverything(env);
      const rows = [
        ...(config.publicUrl === undefined ? [] : [['address', config.publicUrl, 'of the public API']]),
        ['address', dashboardUrl(config), 'of the dashboard'],
        ...listenerRows(config),
        ...(certificate === undefined
          ? []
          : [['certificate', certificate.names.join(', '), `until ${dayOf(certificate.validUntil)}`]]),
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
  const files = config?.publicCertificate;
  const certificate = files && (await readCertificate(files).catch(keep));
  const file = config ?? loadFileSettings(env);
  const routing = await loadRouting(file).catch(keep);
  const unknown = (await findUnknownVariables(env, file)).map(describeUnknownVariable);
  if (unknown.length > 0) problems.push(new OperatorError(unknown.join('\n'), unknownVariablesRemedy));
  for (const { detail, remedy } of config === undefined ? [] : sharedPorts(listenersOf(config)))
    problems.push(new OperatorError(detail, remedy));
  if (config !== undefined && routing !== undefined && problems.length === 0)
    return { config, certificate, ...routing };
  throw new OperatorError(
    problems.map(({ message }) => message).join('\n'),
    problems.map(({ remedy }) => remedy).join('\n'),
  );
}

const loadLater = async (env: Environment) => loadConfig(env);

function listenerRows(config: Config): string[][] {
  return listenersOf(config).map(({ prefix, name, host, port }) => {
    const networks =
      prefix === 'DRAGOMAN_DIALECTS' ? config.dialects?.keyless?.networks.join(', ') : undefined;
    const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    return ['listener', `${name} on ${address}`, networks ? `without a key from ${networks}` : ''];
  });
}
