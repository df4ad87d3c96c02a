import type { FileStoreConfig } from '../../config-documents.ts';
import { openDirectory } from './directory-store.ts';
import type { FileStore } from './file-store.ts';
import { openBucket } from './s3-store.ts';

export function openFileStore(config: FileStoreConfig): FileStore {
  return config.kind === 'directory' ? openDirectory(config.folder) : openBucket(config);
}
