/** What the tests of deploy/ share. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { settingNames } from '../../src/config/variables.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

export function readDeployFile(path: string): string {
  return readFileSync(join(repository, 'deploy', path), 'utf8');
}

/** Every variable that the configuration reads, and the one that Node does. */
export const knownVariables: ReadonlySet<string> = new Set([
  'NODE_EXTRA_CA_CERTS',
  'DATABASE_URL',
  'REDIS_URL',
  ...settingNames,
]);

// biome-ignore lint/suspicious/noExplicitAny: manifests have the shape that their kind says.
export type Manifest = any;

/** The documents of all YAML files in a folder, but for those that aren't for the cluster. */
export function readManifests(folder: string): Manifest[] {
  return readdirSync(join(repository, 'deploy', folder))
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => readYaml(`${folder}/${file}`))
    .filter((document) => document?.kind !== undefined);
}

export function readYaml(path: string): Manifest[] {
  return parseAllDocuments(readDeployFile(path), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join('; ')}`);
    return document.toJS();
  });
}
