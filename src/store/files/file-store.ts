/** Where files are kept that are too large for Postgres. What is kept is sealed before it comes here. */
export interface FileStore {
  /** Names are made here and are never a caller's: letters, digits and dashes. */
  write(name: string, content: Uint8Array): Promise<void>;
  /** Undefined where there is no such file. */
  read(name: string): Promise<Buffer | undefined>;
  /** A file that is not there is deleted already. */
  delete(name: string): Promise<void>;
}

/** The store is full, out of reach or may not be used: nothing that a caller sent is to blame. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError';
}

export function isFileStoreFailure(error: unknown): boolean {
  return error instanceof FileStoreError;
}
