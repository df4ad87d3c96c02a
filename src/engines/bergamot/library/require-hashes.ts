import { ModelError } from '../../../lib/model-failures.ts';
import type { RegistryModel } from './registry-model.ts';

/**
 * A file without a hash could be damaged or replaced unnoticed. The model itself always needs one; Mozilla's
 * public list has no hashes for the other files.
 */
export function requireHashes({ name, files }: RegistryModel, allowUnverified = false): void {
  const unverified = files.filter(({ sha256 }) => sha256 === undefined);
  const refused = unverified.filter(({ kind }) => kind === 'model' || !allowUnverified);
  if (refused.length === 0) return;
  const hasModel = refused.some(({ kind }) => kind === 'model');
  throw new ModelError(
    'no_hash',
    `The registry has no hash for ${refused.map((file) => file.name).join(', ')} of ${name}, so changes to the files could not be noticed.`,
    hasModel
      ? 'Use another registry, such as the default one.'
      : 'Use another registry, such as the default one, or accept these files with --allow-unverified.',
  );
}
