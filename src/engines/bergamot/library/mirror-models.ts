/**
 * Copies models of a registry to a folder that is a registry itself, for machines without internet access.
 * Files stay compressed, and every file gets a hash.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseModel } from './choose-model.ts';
import { type FetchProgress, fetchPackedFile } from './fetch-file.ts';
import { readPublicRegistry, writePublicRegistry } from './formats/public-registry.ts';
import { objectOf } from './formats/read-json.ts';
import { lockFolder } from './lock-folder.ts';
import type { PullOptions } from './model-library.ts';
import type { ModelRegistry, RegistryFile, RegistryModel } from './registry-model.ts';
import { requireHashes } from './require-hashes.ts';

/** Without pairs, one model of every pair is copied. Models that are already in the folder are kept. */
export async function mirrorModels(
  registry: ModelRegistry,
  folder: string,
  pairs: readonly string[],
  options: PullOptions,
  progress: FetchProgress,
): Promise<RegistryModel[]> {
  const wanted = pairs.length > 0 ? pairs : [...new Set(registry.models.map(({ name }) => name))];
  const models = wanted.map((pair) => chooseModel(registry, pair, options));
  for (const model of models) requireHashes(model, options.allowUnverified);
  await mkdir(folder, { recursive: true });
  await using _held = await lockFolder(folder);
  const mirrored: RegistryModel[] = [];
  for (const model of models) {
    const known = await readList(folder);
    const copy =
      known.find((each) => isSame(each, model)) ?? (await copyModel(registry, folder, model, progress));
    const others = known.filter(
      ({ name, architecture }) => name !== copy.name || architecture !== copy.architecture,
    );
    // Written after each model, so that an interrupted mirror is a smaller mirror.
    await writeList(folder, [...others, copy]);
    mirrored.push(copy);
  }
  return mirrored;
}

async function copyModel(
  registry: ModelRegistry,
  folder: string,
  model: RegistryModel,
  progress: FetchProgress,
): Promise<RegistryModel> {
  const place = `models/${model.name}/${model.architecture}`;
  const staging = join(folder, `.mirror-${model.name}.${model.architecture}`);
  await mkdir(staging, { recursive: true });
  const files: RegistryFile[] = [];
  for (const file of model.files) {
    const { packedName, bytes, sha256 } = await fetchPackedFile(registry, file, staging, progress);
    files.push({ ...file, path: `${place}/${packedName}`, bytes, sha256 });
  }
  // Removed last: an interrupted download continues only with its tags.
  const tags = (await readdir(staging)).filter((entry) => entry.endsWith('.tag'));
  for (const tag of tags) await rm(join(staging, tag));
  await rm(join(folder, place), { recursive: true, force: true });
  await mkdir(join(folder, 'models', model.name), { recursive: true });
  await rename(staging, join(folder, place));
  return { ...model, files };
}

function isSame(a: RegistryModel, b: RegistryModel): boolean {
  const hashes = ({ files }: RegistryModel) => files.map(({ sha256 }) => sha256).join();
  return a.name === b.name && a.architecture === b.architecture && hashes(a) === hashes(b);
}

async function readList(folder: string): Promise<readonly RegistryModel[]> {
  const content = await readFile(join(folder, 'models.json'), 'utf8').catch(() => '{}');
  return readPublicRegistry(objectOf(JSON.parse(content)) ?? {})?.models ?? [];
}

async function writeList(folder: string, models: readonly RegistryModel[]): Promise<void> {
  const unfinished = join(folder, '.models.json.part');
  const inOrder = models.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await writeFile(unfinished, writePublicRegistry(inOrder), { flush: true });
  await rename(unfinished, join(folder, 'models.json'));
}
