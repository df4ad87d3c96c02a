/** Brings one compressed file of a registry here. What is here already is not asked for again. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../../../lib/errors.ts';
import type { ModelRegistry, RegistryFile } from './model-registry.ts';

export interface FetchedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Told as a compressed file arrives: how much of it is here, and how much there is where that is known. */
export type FetchProgress = (file: string, haveBytes: number, totalBytes: number | undefined) => void;

export async function fetchFile(
  registry: ModelRegistry,
  file: RegistryFile,
  folder: string,
  progress: FetchProgress,
): Promise<FetchedFile> {
  // The registry names folders of its own; here only the last part counts, and so it can't lead elsewhere.
  const packed = join(folder, basename(file.path));
  const name = basename(file.path).replace(/\.gz$/, '');
  try {
    await fetchPacked(registry, file.path, packed, (have, total) => progress(name, have, total));
    return await unpack(file, packed, join(folder, name), name);
  } catch (error) {
    throw explain(error, name, folder);
  }
}

/**
 * Appends what is missing. The tag of the first part decides whether the rest still belongs to it, so it is written once
 * the file is empty and never again: whenever the process is killed, the two belong together.
 */
async function fetchPacked(
  registry: ModelRegistry,
  path: string,
  packed: string,
  onBytes: (have: number, total: number | undefined) => void,
): Promise<void> {
  const tagFile = `${packed}.tag`;
  // Empty where the process was killed before it was written.
  const known = (await readFile(tagFile, 'utf8').catch(() => '')) || undefined;
  const have = known === undefined ? 0 : await sizeOf(packed);
  const { status, tag, length, bytes } = await registry.open(path, have, known);
  // Nothing is left to ask for.
  if (status === 416) return discard(bytes);
  if (status !== 200 && status !== 206) {
    await discard(bytes);
    throw new OperatorError(`The server answered ${status} for ${path}.`, again);
  }
  const isRest = status === 206;
  const hasChanged = isRest && tag !== undefined && tag !== known;
  if (!isRest || hasChanged) await rm(tagFile, { force: true });
  if (hasChanged) {
    await discard(bytes);
    throw new OperatorError(`${path} changed while it was fetched.`, again);
  }
  await using target = await open(packed, isRest ? 'a' : 'w');
  if (!isRest && tag !== undefined) await writeFile(tagFile, tag);
  let arrived = isRest ? have : 0;
  const total = length === undefined ? undefined : arrived + length;
  for await (const chunk of bytes) {
    await target.writeFile(chunk);
    arrived += chunk.length;
    onBytes(arrived, total);
  }
}

/** An answer that nobody reads would hold its connection, and so the process. */
async function discard(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes) break;
}

/** Under a name of its own until it is whole: another process may be at the same file. */
async function unpack(file: RegistryFile, packed: string, path: string, name: string): Promise<FetchedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const unfinished = `${path}.${process.pid}.part`;
  try {
    await pipeline(
      createReadStream(packed),
      createGunzip(),
      async function* (chunks) {
        for await (const chunk of chunks as AsyncIterable<Buffer>) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      // On the disk before the model is in its place: after a power cut it is whole or not there.
      createWriteStream(unfinished, { flush: true }),
    );
    const sha256 = hash.digest('hex');
    const isWhole =
      (file.uncompressedHash ?? sha256) === sha256 && (file.uncompressedSize ?? bytes) === bytes;
    if (!isWhole) throw damaged(name);
    await rename(unfinished, path);
    return { name, bytes, sha256 };
  } catch (error) {
    await rm(unfinished, { force: true });
    if (isFull(error)) throw error;
    // It would be found whole the next time. The tag goes first: without it nothing is appended.
    for (const each of [`${packed}.tag`, packed]) await rm(each, { force: true });
    throw codeOf(error).startsWith('Z_') ? damaged(name) : error;
  }
}

const again = 'Run the command again; what is here already is kept.';

function damaged(name: string): OperatorError {
  return new OperatorError(
    `${name} arrived damaged: it is not what the registry promises.`,
    'Run the command again.',
  );
}

function explain(error: unknown, name: string, folder: string): unknown {
  if (error instanceof OperatorError) return error;
  if (isFull(error)) {
    return new OperatorError(`There is no room in ${folder} for ${name}.`, `Make room. ${again}`, {
      cause: error,
    });
  }
  return new OperatorError(`${name} did not arrive whole (${codeOf(error)}).`, again, { cause: error });
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((Object(error) as { code?: unknown }).code ?? 'unknown');
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
