import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './file-store.ts';

/** A folder, the same one for all nodes. Nobody else of the machine may look into it. */
export function openDirectory(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name);
  return {
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A file that is half written is never found under its name, and is on the disk before Postgres speaks of it.
      const half = pathOf(`${name}.part`);
      const file = await open(half, 'w', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(half, pathOf(name));
    },
    read: (name) => readFile(pathOf(name)).catch(undefinedIfMissing),
    async delete(name) {
      await rm(pathOf(name), { force: true });
      await rm(pathOf(`${name}.part`), { force: true });
    },
  };
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
