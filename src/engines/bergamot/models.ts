/**
 * Finds the models in a folder: one subfolder for each pair, named as Mozilla names them (`en-de`,
 * `en-zh-Hans`), with the model, one or two vocabularies and an optional shortlist.
 */
import { statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalLanguageTag } from '../../lib/language-tag.ts';

interface ModelFiles {
  readonly model: string;
  /** One for both languages, or one for the source and one for the target. */
  readonly vocabularies: readonly string[];
  readonly shortlist: string | undefined;
}

export interface Model extends ModelFiles {
  /** `en-de`: the name of its folder. */
  readonly name: string;
  readonly source: string;
  readonly target: string;
  /** The size of the model file. */
  readonly bytes: number;
  /** Changes when one of the files changes. */
  readonly fingerprint: string;
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
  return { name, ...pair, model, vocabularies, shortlist, bytes: size, fingerprint };
}

/** Splits the name where both halves are language tags: `en-zh-Hans` is `en` and `zh-Hans`. */
export function pairOf(name: string): { source: string; target: string } | undefined {
  const parts = name.split('-');
  for (let length = 1; length < parts.length; length++) {
    const source = canonicalLanguageTag(parts.slice(0, length).join('-'));
    const target = canonicalLanguageTag(parts.slice(length).join('-'));
    if (source !== undefined && target !== undefined && source !== target) return { source, target };
  }
  return undefined;
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
