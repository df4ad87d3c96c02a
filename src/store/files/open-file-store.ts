import type { FileStoreConfig } from '../../config/documents.ts';
import { openDirectory } from './directory-store.ts';
import { type FileStore, FileStoreError } from './file-store.ts';
import { openBucket } from './s3-store.ts';

export function openFileStore(config: FileStoreConfig): FileStore {
  const store = config.kind === 'directory' ? openDirectory(config.folder) : openBucket(config);
  return {
    write: (name, content) => store.write(name, content).catch(fail),
    read: (name) => store.read(name).catch(fail),
    delete: (name) => store.delete(name).catch(fail),
  };
}

/** A full disk has the code of a full disk, and a lost bucket that of a lost connection: whose they are must be known. */
function fail(cause: unknown): never {
  throw new FileStoreError(cause instanceof Error ? cause.message : 'the store of files failed', { cause });
}
