import { isFileStoreFailure } from './files/file-store.ts';
import { isDatabaseUnavailable, isLockTimeout } from './postgres/database-errors.ts';

/**
 * Whether a store is out of reach for now, so that the same request may work in a moment. A row that somebody holds for
 * too long is free again in a moment, too.
 */
export function isTemporaryFailure(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isLockTimeout(error) || isFileStoreFailure(error);
}
