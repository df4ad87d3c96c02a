/** Downloads one compressed file of a registry. Bytes that are already present are not requested again. */
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ModelError } from '../../../lib/model-failures.ts';
import { again, explainFailure } from './download-failures.ts';
import type { ModelRegistry, RegistryFile } from './registry-model.ts';
import { type FetchedFile, maxBytesOf, unpackFile } from './unpack-file.ts';

/** Called as a compressed file arrives, with the bytes received and the total, if known. */
export type FetchProgress = (file: string, haveBytes: number, totalBytes: number | undefined) => void;

export interface Download {
  readonly registry: ModelRegistry;
  readonly file: RegistryFile;
  readonly folder: string;
  readonly progress: FetchProgress;
}

export async function fetchFile(download: Download): Promise<FetchedFile> {
  const { file, folder } = download;
  try {
    const packed = await fetchPacked(download);
    return await unpackFile(file, packed, join(folder, file.name));
  } catch (error) {
    throw explainFailure(error, file.name, folder);
  }
}

/** Downloads the file, checks what it contains, and keeps it compressed. */
export async function fetchPackedFile(download: Download): Promise<FetchedFile & { packedName: string }> {
  const { file, folder } = download;
  try {
    const packed = await fetchPacked(download);
    return { ...(await unpackFile(file, packed, undefined)), packedName: basename(packed) };
  } catch (error) {
    throw explainFailure(error, file.name, folder);
  }
}

/**
 * Appends the missing bytes. The tag of the first part decides whether the rest still belongs to it, so it is
 * written once the file is empty and never again: the two match even if the process is killed.
 */
async function fetchPacked({ registry, file, folder, progress }: Download): Promise<string> {
  const { path } = file;
  // Compression makes random weights a little larger.
  const maxBytes = 1_000_000 + 1.1 * maxBytesOf(file);
  const packed = join(folder, `${file.name}.${file.compression === 'zstd' ? 'zst' : 'gz'}`);
  const tagFile = `${packed}.tag`;
  // Empty if the process was killed before the tag was written.
  const known = (await readFile(tagFile, 'utf8').catch(() => '')) || undefined;
  const have = known === undefined ? 0 : await sizeOf(packed);
  const { status, start, tag, length, bytes } = await registry.open(path, have, known);
  if (status === 416 && have > 0) {
    // The file is already complete.
    await discard(bytes);
    return packed;
  }
  if (status !== 200 && status !== 206) {
    await discard(bytes);
    throw new ModelError('interrupted', `The server answered ${status} for ${path}.`, again);
  }
  const isRest = status === 206;
  if (length !== undefined && (isRest ? have : 0) + length > maxBytes) {
    await discard(bytes);
    throw await refuseEndless(file, [tagFile, packed]);
  }
  const isOtherPart = isRest && (have === 0 || start !== have);
  const hasChanged = isRest && tag !== undefined && tag !== known;
  // Without its tag, the next attempt starts the file anew.
  if (!isRest || isOtherPart || hasChanged) await rm(tagFile, { force: true });
  if (isOtherPart || hasChanged) {
    await discard(bytes);
    const message = isOtherPart
      ? `The server sent another part of ${path} than it was asked for.`
      : `${path} changed during the download.`;
    throw new ModelError('interrupted', message, again);
  }
  await using target = await open(packed, isRest ? 'a' : 'w');
  if (!isRest && tag !== undefined) await writeFile(tagFile, tag);
  let arrived = isRest ? have : 0;
  const total = length === undefined ? undefined : arrived + length;
  for await (const chunk of bytes) {
    arrived += chunk.length;
    if (arrived > maxBytes) throw await refuseEndless(file, [tagFile, packed]);
    await target.writeFile(chunk);
    progress(file.name, arrived, total);
  }
  return packed;
}

/** What has arrived is removed: no later attempt could use it. */
async function refuseEndless({ name }: RegistryFile, files: readonly string[]): Promise<ModelError> {
  for (const each of files) await rm(each, { force: true });
  return new ModelError(
    'too_large',
    `The server sends more bytes of ${name} than the file can have.`,
    'Use another registry, or ask its operator.',
  );
}

/** An unread response would keep its connection open, and so the process running. */
async function discard(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes) break;
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
