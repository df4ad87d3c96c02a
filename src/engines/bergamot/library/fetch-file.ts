/** Downloads one compressed file of a registry. Bytes that are already present are not requested again. */
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

/** Called as a compressed file arrives, with the bytes received and the total, if known. */
export type FetchProgress = (file: string, haveBytes: number, totalBytes: number | undefined) => void;

export async function fetchFile(
  registry: ModelRegistry,
  file: RegistryFile,
  folder: string,
  progress: FetchProgress,
): Promise<FetchedFile> {
  // Only the base name of the registry's path is used, so that it cannot point outside the folder.
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
 * Appends the missing bytes. The tag of the first part decides whether the rest still belongs to it, so it is
 * written once the file is empty and never again: the two match even if the process is killed.
 */
async function fetchPacked(
  registry: ModelRegistry,
  path: string,
  packed: string,
  onBytes: (have: number, total: number | undefined) => void,
): Promise<void> {
  const tagFile = `${packed}.tag`;
  // Empty if the process was killed before the tag was written.
  const known = (await readFile(tagFile, 'utf8').catch(() => '')) || undefined;
  const have = known === undefined ? 0 : await sizeOf(packed);
  const { status, tag, length, bytes } = await registry.open(path, have, known);
  // The file is already complete.
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
    throw new OperatorError(`${path} changed during the download.`, again);
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

/** An unread response would keep its connection open, and so the process running. */
async function discard(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes) break;
}

/** Uses a temporary name until the file is complete: another process may be writing the same file. */
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
      // Flushed before the model is put in place: after a power cut it is complete or absent.
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
    // Otherwise the next run would take the bad file as complete. The tag is removed first: without it
    // nothing is appended.
    for (const each of [`${packed}.tag`, packed]) await rm(each, { force: true });
    throw codeOf(error).startsWith('Z_') ? damaged(name) : error;
  }
}

const again = 'Run the command again; what is already downloaded is kept.';

function damaged(name: string): OperatorError {
  return new OperatorError(
    `The download of ${name} is damaged: it does not match the registry.`,
    'Run the command again.',
  );
}

function explain(error: unknown, name: string, folder: string): unknown {
  if (error instanceof OperatorError) return error;
  if (isFull(error)) {
    return new OperatorError(
      `There is not enough space in ${folder} for ${name}.`,
      `Free some space. ${again}`,
      {
        cause: error,
      },
    );
  }
  return new OperatorError(`The download of ${name} failed (${codeOf(error)}).`, again, { cause: error });
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
