/** Uncompresses a downloaded file and compares it with the registry, within a limit of size. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { ModelError } from '../../../lib/model-failures.ts';
import { codeOf, damaged, isFull } from './download-failures.ts';
import { fileKinds, type RegistryFile } from './registry-model.ts';

export interface FetchedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The largest that the uncompressed file may be: a small download can contain terabytes. */
export function maxBytesOf({ kind, bytes, name }: RegistryFile): number {
  const { maxBytes } = fileKinds[kind];
  if (bytes === undefined || bytes <= maxBytes) return bytes ?? maxBytes;
  throw new ModelError(
    'too_large',
    `The registry says that ${name} has ${bytes} bytes; more than ${maxBytes} are not accepted.`,
    'Use another registry.',
  );
}

/** Writes the file to `path`. Without a path it is only checked. */
export async function unpackFile(
  file: RegistryFile,
  packed: string,
  path: string | undefined,
): Promise<FetchedFile> {
  const { name } = file;
  const maxBytes = maxBytesOf(file);
  const hash = createHash('sha256');
  let bytes = 0;
  // Another process may be writing the same file, also on another machine with a process of the same id, so it has a
  // name of its own until it is complete.
  const unfinished = path && `${path}.${randomUUID()}.part`;
  // Flushed before the model is put in place: after a power cut it is complete or absent.
  const output = unfinished ? createWriteStream(unfinished, { flush: true }) : discarding();
  try {
    await pipeline(
      createReadStream(packed),
      file.compression === 'zstd' ? createZstdDecompress() : createGunzip(),
      async function* (chunks) {
        for await (const chunk of chunks as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw tooLarge(name, maxBytes);
          hash.update(chunk);
          yield chunk;
        }
      },
      output,
    );
    const sha256 = hash.digest('hex');
    const isWhole = (file.sha256 ?? sha256) === sha256 && (file.bytes ?? bytes) === bytes;
    if (!isWhole) throw damaged(name);
    if (unfinished && path) await rename(unfinished, path);
    return { name, bytes, sha256 };
  } catch (error) {
    // The pipeline may fail before the file is opened, which would create it after it was removed.
    await finished(output).catch(() => undefined);
    if (unfinished) await rm(unfinished, { force: true });
    if (isFull(error)) throw error;
    // Otherwise the next run would take the bad file as complete. The tag is removed first: without it
    // nothing is appended.
    for (const each of [`${packed}.tag`, packed]) await rm(each, { force: true });
    throw /^Z(STD)?_/.test(codeOf(error)) ? damaged(name) : error;
  }
}

function discarding(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function tooLarge(name: string, maxBytes: number): ModelError {
  return new ModelError(
    'too_large',
    `${name} has more than the ${maxBytes} bytes that are expected of it, so it was not unpacked.`,
    'Use another registry, or ask its operator.',
  );
}
