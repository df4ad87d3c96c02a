/** The folder of models: lists them, installs them atomically, and verifies them. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '../../../lib/errors.ts';
import { discoverModels, pairOf } from '../models.ts';
import { type FetchedFile, type FetchProgress, fetchFile } from './fetch-file.ts';
import { lockFolder } from './lock-folder.ts';
import { architectures, chooseModel, type ModelRegistry } from './model-registry.ts';

/** Lists the downloaded files; stored next to them. */
const manifestName = 'manifest.json';

export interface Manifest {
  readonly architecture: string;
  readonly files: readonly FetchedFile[];
}

const wanted = ['model', 'lexicalShortlist', 'vocab', 'srcVocab', 'trgVocab'] as const;

/** Downloads everything to a staging folder and puts it in place with one rename. */
export async function pullModel(
  registry: ModelRegistry,
  folder: string,
  name: string,
  architecture: string | undefined,
  progress: FetchProgress,
): Promise<Manifest> {
  refuseOtherNames(name);
  const model = chooseModel(registry, name, architecture);
  const staging = stagingOf(folder, name, model.architecture);
  await mkdir(folder, { recursive: true });
  await using _held = await lockFolder(folder);
  await mkdir(staging, { recursive: true });
  await putBack(folder, name);
  const files: FetchedFile[] = [];
  for (const kind of wanted) {
    const file = model.files[kind];
    if (file !== undefined) files.push(await fetchFile(registry, file, staging, progress));
  }
  const manifest = { architecture: model.architecture, files };
  await writeFile(join(staging, manifestName), JSON.stringify(manifest), { flush: true });
  // Also removes files that an earlier attempt left for a model with other files: the engine finds a model by
  // its file names.
  const kept = new Set([manifestName, ...files.map((file) => file.name)]);
  for (const file of await readdir(staging)) {
    if (!kept.has(file)) await rm(join(staging, file));
  }
  await putInPlace(folder, name, staging);
  return manifest;
}

/** One for each architecture: parts of two models must not mix. */
const stagingOf = (folder: string, name: string, architecture: string) =>
  join(folder, `.pull-${name}-${architecture}`);
const oldOf = (folder: string, name: string) => join(folder, `.old-${name}`);

async function putInPlace(folder: string, name: string, staging: string): Promise<void> {
  const place = join(folder, name);
  const old = oldOf(folder, name);
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
  if (!here.includes(name)) await rename(oldOf(folder, name), join(folder, name)).catch(() => undefined);
}

export interface InstalledModel {
  readonly name: string;
  readonly bytes: number;
  readonly architecture: string;
}

export async function listModels(folder: string): Promise<InstalledModel[]> {
  const models = await discoverModels(folder);
  return Promise.all(
    models.map(async ({ name, bytes }) => {
      const architecture = (await readManifest(folder, name))?.architecture ?? 'unknown';
      return { name, bytes, architecture };
    }),
  );
}

export interface Verdict {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

export async function verifyModel(folder: string, name: string): Promise<Verdict> {
  refuseOtherNames(name);
  const manifest = await readManifest(folder, name);
  if (manifest === undefined)
    return { name, ok: false, detail: 'has no manifest that can be read: pull it again' };
  for (const file of manifest.files) {
    const found = await hashOf(join(folder, name, file.name)).catch(() => undefined);
    if (found === undefined) return { name, ok: false, detail: `${file.name} is missing: pull it again` };
    if (found !== file.sha256) return { name, ok: false, detail: `${file.name} is damaged: pull it again` };
  }
  return { name, ok: true, detail: `${manifest.files.length} files match their checksums` };
}

export async function removeModel(folder: string, name: string): Promise<void> {
  refuseOtherNames(name);
  // Also removes what an unfinished pull left behind.
  const places = [
    join(folder, name),
    oldOf(folder, name),
    ...architectures.map((each) => stagingOf(folder, name, each)),
  ];
  const here = await readdir(folder).catch((): string[] => []);
  const found = places.filter((place) => here.includes(basename(place)));
  if (found.length === 0)
    throw new OperatorError(`There is no model ${name} in ${folder}.`, 'See: dragoman models list');
  await using _held = await lockFolder(folder);
  for (const place of found) await rm(place, { recursive: true });
}

/** A name becomes a folder name, so only language pairs are allowed. */
function refuseOtherNames(name: string): void {
  if (pairOf(name) !== undefined) return;
  throw new OperatorError(
    `"${name}" is not a language pair such as en-de.`,
    'See: dragoman models list --available',
  );
}

async function readManifest(folder: string, name: string): Promise<Manifest | undefined> {
  const content = await readFile(join(folder, name, manifestName), 'utf8').catch(() => undefined);
  try {
    const manifest = JSON.parse(content ?? '') as Partial<Manifest> | null;
    return Array.isArray(manifest?.files) ? (manifest as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
