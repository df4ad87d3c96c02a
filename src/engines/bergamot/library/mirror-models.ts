/**
 * Copies models of a registry to a folder that is a registry itself, for machines without internet access.
 * Files stay compressed, and every file gets a hash.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '../../../lib/errors.ts';
import { chooseModel } from './choose-model.ts';
import { codeOf } from './download-failures.ts';
import { type FetchProgress, fetchPackedFile } from './fetch-file.ts';
import { readPublicRegistry, writePublicRegistry } from './formats/public-registry.ts';
import { objectOf } from './formats/read-json.ts';
import { lockFolder } from './lock-folder.ts';
import type { PullOptions } from './model-library.ts';
import type { ModelRegistry, RegistryFile, RegistryModel } from './registry-model.ts';
import { requireHashes } from './require-hashes.ts';
import { unpackFile } from './unpack-file.ts';

/** Several times the pairs of the largest registry. */
const maxPairs = 1_000;

export interface MirrorOptions extends PullOptions {
  /** Called with all models before the first is copied, unless the pairs were named. */
  readonly announce?: ((models: readonly RegistryModel[]) => void) | undefined;
}

/** Without pairs, one model of every pair is copied. Models that are already in the folder are kept. */
export async function mirrorModels(
  registry: ModelRegistry,
  folder: string,
  pairs: readonly string[],
  options: MirrorOptions,
  progress: FetchProgress,
): Promise<RegistryModel[]> {
  const wanted = pairs.length > 0 ? pairs : everyPair(registry);
  const models = wanted.map((pair) => chooseModel(registry, pair, options));
  for (const model of models) requireHashes(model, options.allowUnverified);
  await mkdir(folder, { recursive: true });
  await using _held = await lockFolder(folder);
  const mirrored: RegistryModel[] = [];
  let known = await readList(folder);
  if (pairs.length === 0) options.announce?.(models);
  for (const model of models) {
    const present = known.find((each) => isSame(each, model));
    const isKept = present !== undefined && (await isWhole(folder, present));
    const copy = isKept ? present : await copyModel(registry, folder, model, progress);
    const others = known.filter(
      ({ name, architecture }) => name !== copy.name || architecture !== copy.architecture,
    );
    // Written after each model, so that an interrupted mirror is a smaller mirror.
    known = [...others, copy];
    await writeList(folder, known);
    mirrored.push(copy);
  }
  return mirrored;
}

function everyPair({ models }: ModelRegistry): readonly string[] {
  const names = [...new Set(models.map(({ name }) => name))];
  if (names.length <= maxPairs) return names;
  throw new OperatorError(
    `The registry lists ${names.length} pairs; at most ${maxPairs} are copied without being named.`,
    'Name the pairs to copy.',
  );
}

const placeOf = ({ name, architecture }: RegistryModel) => `models/${name}/${architecture}`;

/** Whether the files are there and unchanged. Only files that a mirror wrote count. */
async function isWhole(folder: string, model: RegistryModel): Promise<boolean> {
  for (const file of model.files) {
    if (file.path !== `${placeOf(model)}/${basename(file.path)}`) return false;
    const isGood = await unpackFile(file, join(folder, file.path), undefined).then(
      () => true,
      () => false,
    );
    if (!isGood) return false;
  }
  return true;
}

async function copyModel(
  registry: ModelRegistry,
  folder: string,
  model: RegistryModel,
  progress: FetchProgress,
): Promise<RegistryModel> {
  const place = placeOf(model);
  const staging = join(folder, `.mirror-${model.name}.${model.architecture}`);
  await mkdir(staging, { recursive: true });
  const files: RegistryFile[] = [];
  for (const file of model.files) {
    const { packedName, bytes, sha256 } = await fetchPackedFile({
      registry,
      file,
      folder: staging,
      progress,
    });
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
  const list = join(folder, 'models.json');
  try {
    const content = await readFile(list, 'utf8');
    const registry = readPublicRegistry(objectOf(JSON.parse(content)) ?? {});
    if (registry !== undefined) return registry.models;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
  }
  throw new OperatorError(
    `${list} is damaged or not the list of a mirror, so nothing was copied.`,
    'Use another folder, or move this file elsewhere.',
  );
}

async function writeList(folder: string, models: readonly RegistryModel[]): Promise<void> {
  const unfinished = join(folder, '.models.json.part');
  const inOrder = models.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await writeFile(unfinished, writePublicRegistry(inOrder), { flush: true });
  await rename(unfinished, join(folder, 'models.json'));
}
