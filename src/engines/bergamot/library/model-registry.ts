/**
 * The source of models: a registry in Mozilla's format, on a server or in a local folder. The folder contains
 * the registry as `models.json` and the files under their paths.
 */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../../lib/errors.ts';
import { type Download, download } from '../../engine-http.ts';

export interface RegistryFile {
  readonly path: string;
  readonly uncompressedHash?: string;
  readonly uncompressedSize?: number;
}

export interface RegistryModel {
  readonly architecture: string;
  readonly releaseStatus?: string;
  readonly files: Readonly<Record<string, RegistryFile | undefined>>;
}

export interface ModelRegistry {
  readonly models: Readonly<Record<string, readonly RegistryModel[]>>;
  open(path: string, from: number, ifTag: string | undefined): Promise<Download>;
}

/** Fast and small first: the larger ones are better by a point or two, and take several times as long. */
export const architectures = ['tiny', 'base-memory', 'base'];

export async function openModelRegistry(place: string): Promise<ModelRegistry> {
  return /^https?:\/\//.test(place) ? openServer(place) : openFolder(place);
}

async function openServer(url: string): Promise<ModelRegistry> {
  const chunks: Uint8Array[] = [];
  try {
    const { status, bytes } = await download(url, 0, undefined);
    if (status !== 200) throw new Error(`the server answered ${status}`);
    for await (const chunk of bytes) chunks.push(chunk);
  } catch (cause) {
    throw unreadable(url, cause);
  }
  const { models, baseUrl } = parse(url, Buffer.concat(chunks).toString());
  const base = (baseUrl ?? new URL('..', url).href).replace(/\/+$/, '');
  return { models, open: (path, from, ifTag) => download(`${base}/${path}`, from, ifTag) };
}

async function openFolder(folder: string): Promise<ModelRegistry> {
  const file = join(folder, 'models.json');
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unreadable(file, cause);
  });
  return {
    models: parse(file, content).models,
    async open(path, from) {
      const { size, mtimeMs } = await stat(join(folder, path));
      const bytes = from < size ? createReadStream(join(folder, path), { start: from }) : emptyBytes();
      return {
        status: from > 0 ? 206 : 200,
        tag: `${size}-${mtimeMs}`,
        length: Math.max(0, size - from),
        bytes,
      };
    },
  };
}

async function* emptyBytes(): AsyncGenerator<Uint8Array> {}

function parse(place: string, content: string): Pick<ModelRegistry, 'models'> & { baseUrl?: string } {
  try {
    const registry = JSON.parse(content) as { baseUrl?: string; models?: ModelRegistry['models'] };
    if (typeof registry.models === 'object' && registry.models !== null)
      return { ...registry, models: registry.models };
  } catch (cause) {
    throw unreadable(place, cause);
  }
  throw unreadable(place, new Error('it lists no models'));
}

function unreadable(place: string, cause: unknown): OperatorError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OperatorError(
    `The model registry at ${place} cannot be read: ${reason}.`,
    'Check DRAGOMAN_MODEL_REGISTRY or --registry. Without internet access, copy the files here and set it to their folder.',
    { cause },
  );
}

/** The released model of a pair, in the requested architecture or else the first in order of preference. */
export function chooseModel(
  { models }: ModelRegistry,
  name: string,
  architecture: string | undefined,
): RegistryModel {
  const all = (Object.hasOwn(models, name) ? models[name] : undefined) ?? [];
  const released = all.filter(
    ({ releaseStatus }) => releaseStatus === undefined || releaseStatus.startsWith('Release'),
  );
  const candidates = released.length > 0 ? released : all;
  for (const wanted of architecture === undefined ? architectures : [architecture]) {
    const found = candidates.find((model) => model.architecture === wanted);
    if (found !== undefined) return found;
  }
  const known = [...new Set(candidates.map((model) => model.architecture))].join(', ');
  throw new OperatorError(
    known === ''
      ? `The registry has no model ${name}.`
      : `The registry has ${name} only with the architecture ${known}.`,
    'See: dragoman models list --available',
  );
}
