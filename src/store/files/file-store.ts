/** Where files are kept that are too large for Postgres. What is kept is sealed before it comes here. */
export interface FileStore {
  /** Names are made here and are never a caller's: letters, digits and dashes. */
  write(name: string, content: Uint8Array): Promise<void>;
  /** Undefined where there is no such file. */
  read(name: string): Promise<Buffer | undefined>;
  /** A file that is not there is deleted already. */
  delete(name: string): Promise<void>;
}
