/** The folder of models: lists them, installs them atomically, and verifies them. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pairNameOf, pairsOf } from '../../../lib/language-pair.ts';
import { ModelError } from '../../../lib/model-failures.ts';
import { estimatedNeed, wordsPerSecond } from '../architectures.ts';
import { discoverModels, type Manifest, manifestName, readManifest } from '../models.ts';
import { chooseModel, type ModelChoice } from './choose-model.ts';
import { type FetchProgress, fetchFile } from './fetch-file.ts';
import { lockFolder } from './lock-folder.ts';
import type { ModelRegistry, RegistryModel } from './registry-model.ts';
import { requireHashes } from './require-hashes.ts';
import type { FetchedFile } from './unpack-file.ts';

export interface PullOptions extends ModelChoice {
  /** Also takes vocabularies and shortlists of which the registry has no hash. */
  readonly allowUnverified?: boolean | undefined;
}

export interface PulledModel extends Manifest {
  readonly name: string;
  /** Whether the model was already installed as the registry has it, so that nothing was downloaded. */
  readonly wasInstalled: boolean;
}

/**
 * Downloads everything to a staging folder and puts it in place with one rename, unless the same files are
 * installed.
 */
export async function pullModel(
  registry: ModelRegistry,
  folder: string,
  pair: string,
  options: PullOptions,
  progress: FetchProgress,
): Promise<PulledModel> {
  refuseOtherNames(pair);
  const model = chooseModel(registry, pair, options);
  const { name } = model;
  requireHashes(model, options.allowUnverified);
  const staging = stagingOf(folder, name, model.architecture);
  await mkdir(folder, { recursive: true });
  await using _held = await lockFolder(folder);
  await putBack(folder, name);
  const installed = await installedManifest(folder, model);
  if (installed !== undefined) {
    for (const left of [staging, join(folder, oldNameOf(name))])
      await rm(left, { recursive: true, force: true });
    return { ...installed, name, wasInstalled: true };
  }
  await mkdir(staging, { recursive: true });
  const files: FetchedFile[] = [];
  for (const file of model.files) files.push(await fetchFile({ registry, file, folder: staging, progress }));
  const manifest = manifestFor(model, registry, files);
  await writeFile(join(staging, manifestName), JSON.stringify(manifest), { flush: true });
  // Also removes files that an earlier attempt left for a model with other files: the engine finds a model by
  // its file names.
  const kept = new Set([manifestName, ...files.map((file) => file.name)]);
  for (const file of await readdir(staging)) {
    if (!kept.has(file)) await rm(join(staging, file));
  }
  await putInPlace(folder, name, staging);
  return { name, ...manifest, wasInstalled: false };
}

/** The manifest of the installed model, if its files are those of the registry and undamaged. */
async function installedManifest(
  folder: string,
  { name, architecture, files }: RegistryModel,
): Promise<Manifest | undefined> {
  const manifest = await readManifest(join(folder, name));
  if (manifest?.architecture !== architecture || manifest.files.length !== files.length) return undefined;
  const isSame = files.every((file) =>
    manifest.files.some((each) => each.name === file.name && each.sha256 === file.sha256),
  );
  return isSame && (await verifyModel(folder, name)).ok ? manifest : undefined;
}

function manifestFor(
  { architecture, licence, scores }: RegistryModel,
  { place }: ModelRegistry,
  files: readonly FetchedFile[],
): Manifest {
  return { architecture, files, registry: place, licence, scores };
}

const stagingPrefixOf = (name: string) => `.pull-${name}.`;
/** One for each architecture: parts of two models must not mix. */
const stagingOf = (folder: string, name: string, architecture: string) =>
  join(folder, stagingPrefixOf(name) + architecture);
const oldNameOf = (name: string) => `.old-${name}`;

async function putInPlace(folder: string, name: string, staging: string): Promise<void> {
  const place = join(folder, name);
  const old = join(folder, oldNameOf(name));
  await rm(old, { recursive: true, force: true });
  await rename(place, old).catch(() => undefined);
  await rename(staging, place);
  await rm(old, { recursive: true, force: true });
}

/**
 * An earlier attempt may have been killed between its two renames, and this one may fail to reach the server.
 */
async function putBack(folder: string, name: string): Promise<void> {
  const here = await readdir(folder);
  if (!here.includes(name))
    await rename(join(folder, oldNameOf(name)), join(folder, name)).catch(() => undefined);
}

export interface InstalledModel extends Omit<Manifest, 'files'> {
  readonly name: string;
  readonly bytes: number;
  readonly memoryBytes: number;
  readonly wordsPerSecond: number | undefined;
}

export async function listModels(folder: string): Promise<InstalledModel[]> {
  const models = await discoverModels(folder);
  return Promise.all(
    models.map(async (model) => {
      const { name, bytes } = model;
      const {
        architecture = 'unknown',
        registry,
        licence,
        scores,
      } = (await readManifest(join(folder, name))) ?? {};
      const cost = { memoryBytes: estimatedNeed(model), wordsPerSecond: wordsPerSecond(architecture) };
      return { name, architecture, bytes, ...cost, registry, licence, scores };
    }),
  );
}

export interface Verdict {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

export async function verifyModel(folder: string, pair: string): Promise<Verdict> {
  const name = await installedName(folder, pair);
  const manifest = await readManifest(join(folder, name));
  if (manifest === undefined)
    return { name, ok: false, detail: 'has no manifest that can be read: pull it again' };
  for (const file of manifest.files) {
    const found = await hashOf(join(folder, name, file.name)).catch(() => undefined);
    if (found === undefined) return { name, ok: false, detail: `${file.name} is missing: pull it again` };
    if (found !== file.sha256) return { name, ok: false, detail: `${file.name} is damaged: pull it again` };
  }
  return { name, ok: true, detail: `${manifest.files.length} files match their checksums` };
}

/** Returns the name of the removed model. */
export async function removeModel(folder: string, pair: string): Promise<string> {
  const name = await installedName(folder, pair);
  // Also removes what an unfinished pull left behind.
  const here = await readdir(folder).catch((): string[] => []);
  const found = here.filter(
    (entry) => entry === name || entry === oldNameOf(name) || entry.startsWith(stagingPrefixOf(name)),
  );
  if (found.length === 0)
    throw new ModelError(
      'not_installed',
      `There is no model ${name} in ${folder}.`,
      'See: dragoman models list',
    );
  await using _held = await lockFolder(folder);
  for (const entry of found) await rm(join(folder, entry), { recursive: true });
  return name;
}

/** The folder's own spelling of a pair, if it has it. */
async function installedName(folder: string, pair: string): Promise<string> {
  const usual = refuseOtherNames(pair);
  const here = await readdir(folder).catch((): string[] => []);
  const spellings = [pair, usual, ...pairsOf(pair).map(({ source, target }) => `${source}-${target}`)];
  const ownSpelling = () => here.find((name) => pairNameOf(name) === usual);
  return spellings.find((name) => here.includes(name)) ?? ownSpelling() ?? usual;
}

/** A name becomes a folder name, so only language pairs are allowed. */
function refuseOtherNames(pair: string): string {
  const name = pairNameOf(pair);
  if (name !== undefined) return name;
  throw new ModelError(
    'other',
    `"${pair}" is not a language pair such as en-de.`,
    'See: dragoman models list --available',
  );
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
