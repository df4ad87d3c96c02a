/**
 * Finds the models in a folder: one subfolder for each pair, named by its languages (`en-de`, `en-zh-Hans`),
 * with the model, one or two vocabularies and an optional shortlist.
 */
import { statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pairOf } from '../../lib/language-pair.ts';
import type { LanguagePair } from '../../lib/language-tag.ts';

interface ModelFiles {
  readonly model: string;
  /** One for both languages, or one for the source and one for the target. */
  readonly vocabularies: readonly string[];
  readonly shortlist: string | undefined;
}

export interface Model extends ModelFiles, LanguagePair {
  /** `en-de`: the name of its folder. */
  readonly name: string;
  /** The size of the model file. */
  readonly bytes: number;
  /** Known if the model was installed by `dragoman models pull`. */
  readonly architecture?: string | undefined;
  readonly licence?: string | undefined;
  readonly scores?: Scores | undefined;
  /** Changes when one of the files changes. */
  readonly fingerprint: string;
}

/** Tells a model from the one that it replaces: threads may hold both for a while. */
export function modelKey({ name, fingerprint }: Pick<Model, 'name' | 'fingerprint'>): string {
  return `${name} ${fingerprint}`;
}

export async function discoverModels(folder: string): Promise<Model[]> {
  const names = await readdir(folder).catch(() => []);
  // A model that is being replaced, or a broken link, is skipped.
  const read = (name: string) => readModel(join(folder, name), name).catch(() => undefined);
  const models = await Promise.all(names.toSorted().map(read));
  return models.filter((model) => model !== undefined);
}

async function readModel(folder: string, name: string): Promise<Model | undefined> {
  const pair = pairOf(name);
  const files = await readdir(folder).catch(() => []);
  const matching = (pattern: RegExp) =>
    files.filter((file) => pattern.test(file)).map((file) => join(folder, file));
  const [model] = matching(/^model\..*\.bin$/);
  const [joint] = matching(/^vocab\..*\.spm$/);
  const split = [...matching(/^srcvocab\..*\.spm$/), ...matching(/^trgvocab\..*\.spm$/)];
  const vocabularies = joint === undefined ? split : [joint];
  if (pair === undefined || model === undefined || vocabularies.length !== (joint ? 1 : 2)) return undefined;
  const [shortlist] = matching(/^lex\..*\.bin$/);
  const { size } = await stat(model);
  const fingerprint = fingerprintOf({ model, vocabularies, shortlist });
  const { architecture, licence, scores } = (await readManifest(folder)) ?? {};
  const published = { architecture, licence, scores };
  return { name, ...pair, model, vocabularies, shortlist, bytes: size, ...published, fingerprint };
}

/** Stored next to the files of a downloaded model. */
export const manifestName = 'manifest.json';

/** What `dragoman models pull` downloaded. Manifests of earlier versions have only the first two members. */
export interface Manifest {
  readonly architecture: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  /** The address or folder of the registry. */
  readonly registry?: string | undefined;
  readonly licence?: string | undefined;
  readonly scores?: Scores | undefined;
}

/** Published by whoever trained the model, on a scale from 0 to 100. */
export interface Scores {
  readonly comet?: number | undefined;
  readonly chrf?: number | undefined;
  readonly bleu?: number | undefined;
}

export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const content = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined);
  try {
    const manifest = JSON.parse(content ?? '') as Partial<Manifest> | null;
    return Array.isArray(manifest?.files) ? (manifest as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Based on size and modification time: reading gigabytes of models would take longer than the start itself.
 */
export function fingerprintOf({ model, vocabularies, shortlist }: ModelFiles): string {
  const paths = [model, ...vocabularies, ...(shortlist ? [shortlist] : [])];
  return paths
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return `${size}@${Math.round(mtimeMs)}`;
    })
    .join(' ');
}

/**
 * With a shortlist, a batch chooses among the words of all its texts; a model without stored scales takes them from
 * the whole batch. Then texts that share a call would change each other's translations.
 */
export function mayShareCalls({ model, shortlist }: Pick<ModelFiles, 'model' | 'shortlist'>): boolean {
  return shortlist === undefined && hasStoredScales(model);
}

/** The file name tells how a model was quantised. */
export function hasStoredScales(modelFile: string): boolean {
  return !modelFile.endsWith('intgemm8.bin');
}
