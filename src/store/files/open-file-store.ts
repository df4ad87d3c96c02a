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

/** Marks errors of the file store: a full disk or a lost connection has the same code for every store. */
function fail(cause: unknown): never {
  throw new FileStoreError(cause instanceof Error ? cause.message : 'the file store failed', { cause });
}
