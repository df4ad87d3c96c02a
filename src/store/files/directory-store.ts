import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './file-store.ts';

/** A folder that all nodes share. Other users of the machine cannot read it. */
export function openDirectory(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name);
  return {
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The content is synced before the file gets its name, so a partly written file is never found under
      // that name.
      const partFile = pathOf(`${name}.part`);
      const file = await open(partFile, 'w', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partFile, pathOf(name));
      await syncFolder(folder);
    },
    read: (name) => readFile(pathOf(name)).catch(undefinedIfMissing),
    async delete(name) {
      await rm(pathOf(name), { force: true });
      await rm(pathOf(`${name}.part`), { force: true });
    },
  };
}

/** Makes the new name survive a power failure: Postgres is about to refer to it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
