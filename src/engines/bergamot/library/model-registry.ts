/**
 * Opens a registry of models: a server or a folder, in the format of Mozilla's public list or of Firefox's
 * Remote Settings. A folder contains the list as `models.json` and the files under their paths.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { ModelError } from '../../../lib/model-failures.ts';
import { printable } from '../../../lib/printable.ts';
import { type Download, download } from '../../engine-http.ts';
import { readPublicRegistry } from './formats/public-registry.ts';
import { type JsonObject, objectOf, textOf } from './formats/read-json.ts';
import { readRemoteSettings } from './formats/remote-settings.ts';
import { publishedScoresOf } from './published-scores.ts';
import { type ModelRegistry, modelFileOf, type RegistryModel } from './registry-model.ts';
import { requireSafeAddress, safeFilesAddress } from './safe-address.ts';

/** A hundred times the present size of either list. */
const maxListBytes = 100_000_000;

export async function openModelRegistry(place: string): Promise<ModelRegistry> {
  return /^[a-z]+:\/\//i.test(place) ? openServer(place) : openFolder(place);
}

async function openServer(url: string): Promise<ModelRegistry> {
  requireSafeAddress(url);
  const { models, baseUrl, isRemoteSettings } = parse(url, await fetchDocument(url));
  const found = isRemoteSettings ? await attachmentsBase(url) : (baseUrl ?? new URL('..', url).href);
  const base = safeFilesAddress(found, url);
  return {
    place: url,
    models,
    open: (path, from, ifTag) => download(`${base}/${path}`, from, ifTag),
  };
}

async function openFolder(folder: string): Promise<ModelRegistry> {
  const list = join(folder, 'models.json');
  const content = await readDocument(list, () => createReadStream(list));
  return {
    place: folder,
    models: parse(list, content).models,
    open: (...args) => openFile(folder, ...args),
  };
}

async function openFile(
  folder: string,
  path: string,
  from: number,
  ifTag: string | undefined,
): Promise<Download> {
  const file = resolve(folder, path);
  if (!file.startsWith(resolve(folder) + sep))
    throw new ModelError(
      'registry',
      `The registry names ${path}, which is outside ${folder}.`,
      'Use another registry.',
    );
  const { size, mtimeMs } = await stat(file);
  const tag = `${size}-${mtimeMs}`;
  const start = ifTag === tag ? from : 0;
  return {
    status: start > 0 ? 206 : 200,
    start,
    tag,
    length: Math.max(0, size - start),
    bytes: start < size ? createReadStream(file, { start }) : emptyBytes(),
  };
}

async function* emptyBytes(): AsyncGenerator<Uint8Array> {}

function fetchDocument(url: string): Promise<string> {
  return readDocument(url, async () => {
    const { status, bytes } = await download(url, 0, undefined);
    if (status !== 200) throw new Error(`the server answered ${status}`);
    return bytes;
  });
}

type Bytes = AsyncIterable<Uint8Array>;

async function readDocument(place: string, open: () => Bytes | Promise<Bytes>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of await open()) {
      size += chunk.length;
      if (size > maxListBytes) throw new Error('its list is too large');
      chunks.push(chunk);
    }
  } catch (cause) {
    throw unreadable(place, cause);
  }
  return Buffer.concat(chunks).toString();
}

/** A Remote Settings server names the address of its files in the document at its root. */
async function attachmentsBase(url: string): Promise<string> {
  const root = new URL('/v1/', url).href;
  const document = parseJson(root, await fetchDocument(root));
  const base = textOf(objectOf(objectOf(document.capabilities)?.attachments)?.base_url);
  if (base !== undefined) return base;
  throw unreadable(root, new Error('it does not name the address of its files'));
}

interface ParsedList {
  readonly models: readonly RegistryModel[];
  readonly baseUrl?: string | undefined;
  readonly isRemoteSettings: boolean;
}

function parse(place: string, content: string): ParsedList {
  const document = parseJson(place, content);
  const list = readPublicRegistry(document);
  const records = list === undefined ? readRemoteSettings(document) : undefined;
  const models = list?.models ?? records;
  if (models === undefined) throw unreadable(place, new Error('it lists no models'));
  const licence = isOfMozilla(place) ? 'MPL-2.0' : undefined;
  return {
    models: models.map((model) => ({ ...withPublishedScores(model), licence: model.licence ?? licence })),
    baseUrl: list?.baseUrl,
    isRemoteSettings: records !== undefined,
  };
}

function parseJson(place: string, content: string): JsonObject {
  try {
    return objectOf(JSON.parse(content)) ?? {};
  } catch (cause) {
    throw unreadable(place, cause);
  }
}

function withPublishedScores(model: RegistryModel): RegistryModel {
  if (Object.values(model.scores).some((score) => score !== undefined)) return model;
  return { ...model, scores: publishedScoresOf(modelFileOf(model)?.sha256) };
}

function isOfMozilla(place: string): boolean {
  return /^https:\/\/([\w-]+\.)*(mozilla\.(com|net|org)\/|googleapis\.com\/moz-fx-translations-data-)/.test(
    place,
  );
}

function unreadable(place: string, cause: unknown): ModelError {
  // The message of a parser quotes what the registry sent.
  const reason = printable(cause instanceof Error ? cause.message : String(cause));
  return new ModelError(
    'registry',
    `The model registry at ${place} cannot be read: ${reason}.`,
    'Check DRAGOMAN_MODEL_REGISTRY or --registry. Without internet access, make a folder with dragoman models mirror elsewhere, copy it here and name it.',
    { cause },
  );
}
