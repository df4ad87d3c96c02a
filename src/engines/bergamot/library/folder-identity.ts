/** Tells which nodes share a folder of models, and whether its models have changed. */
import { createHash } from 'node:crypto';
import { link, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isUuid, uuidV7 } from '../../../lib/uuid-v7.ts';

const identityFile = '.dragoman-folder';

/**
 * The id in the folder itself, so that nodes that mount one volume under different paths know that they share it. A
 * copy of a folder has the same id; its nodes then only wait for each other.
 */
export async function folderIdentity(folder: string, { isCreated = false } = {}): Promise<string> {
  const path = join(folder, identityFile);
  const known = await readIdentity(path);
  if (known !== undefined) return known;
  const id = uuidV7();
  const own = `${path}.${id}`;
  try {
    // A start must not create a folder: its name may be a mistake.
    if (isCreated) await mkdir(folder, { recursive: true });
    await writeFile(own, id, { flush: true });
    // Unlike a rename, this fails if another node was faster.
    await link(own, path).catch(() => undefined);
  } catch {
    // The folder cannot be written, so nothing is installed there either.
    return identityOfPath(folder);
  } finally {
    await rm(own, { force: true }).catch(() => undefined);
  }
  return (await readIdentity(path)) ?? identityOfPath(folder);
}

async function readIdentity(path: string): Promise<string | undefined> {
  const content = await readFile(path, 'utf8').catch(() => '');
  return isUuid(content) ? content : undefined;
}

async function identityOfPath(folder: string): Promise<string> {
  const place = await realpath(folder).catch(() => folder);
  return createHash('sha256').update(`${hostname()} ${place}`).digest('hex').slice(0, 36);
}

/** Changes when a model is added, replaced or removed. Reads no model: the folder may be on a network drive. */
export async function folderSignature(folder: string): Promise<string> {
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => !name.startsWith('.'));
  const entries = await Promise.all(
    names.toSorted().map(async (name) => {
      const { ino, mtimeMs } = await stat(join(folder, name)).catch(() => ({ ino: 0, mtimeMs: 0 }));
      return `${name} ${ino} ${mtimeMs}`;
    }),
  );
  return entries.join('\n');
}
