/**
 * Reads the key for an engine's server from the variable or the file that the configuration names. The
 * configuration itself never contains the key.
 */
import { readFile } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../lib/errors.ts';

export interface KeySource {
  readonly id: string;
  readonly key_env?: string;
  readonly key_file?: string;
}

export async function readKey(
  { id, key_env, key_file }: KeySource,
  { variable }: Pick<Config, 'variable'>,
): Promise<string | undefined> {
  if (key_env !== undefined) {
    return (
      variable(key_env) ?? missing(`The variable ${key_env} with the key of the engine ${id} is not set.`)
    );
  }
  if (key_file === undefined) return undefined;
  const content = await readFile(key_file, 'utf8').catch(() => '');
  return (
    content.trim() ||
    missing(`The file ${key_file} with the key of the engine ${id} cannot be read or is empty.`)
  );
}

function missing(message: string): never {
  throw new OperatorError(message, 'Set the key, then run: dragoman doctor');
}
