import type { Config } from '../config/config.ts';
import { type UnknownVariable, unknownVariables } from '../config/variables.ts';
import type { Logger } from '../observability/logger.ts';
import { variablesOfFile } from './loaded-on-demand.ts';
import type { Environment } from './with-database.ts';

/** Without those that the configuration file names: the keys of engines may have any name. */
export async function findUnknownVariables(
  env: Environment,
  config: Pick<Config, 'configFile'>,
): Promise<UnknownVariable[]> {
  const unknown = unknownVariables(env);
  if (unknown.length === 0) return [];
  const named = await variablesOfFile(config);
  return unknown.filter(({ name }) => !named.has(name));
}

export const unknownVariablesRemedy =
  'Correct or remove these variables: docs/run/configuration.md lists all of them.';

export function describeUnknownVariable({ name, nearest }: UnknownVariable): string {
  return `There is no setting ${name}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`;
}

/** Once, when a process starts: the settings that its operator meant have their defaults. */
export async function warnOfUnknownVariables(
  env: Environment,
  config: Config,
  logger: Logger,
): Promise<void> {
  const unknown = await findUnknownVariables(env, config);
  if (unknown.length === 0) return;
  logger.warn('unknown variables have no effect', { reason: unknown.map(describeUnknownVariable).join(' ') });
}
