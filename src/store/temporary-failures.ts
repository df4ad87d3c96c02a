import { isFileStoreFailure } from './files/file-store.ts';
import { isDatabaseUnavailable, isLockTimeout } from './postgres/database-errors.ts';

/**
 * Whether a store is temporarily unavailable, so that the same request may succeed soon. A row lock held for
 * too long counts as well.
 */
export function isTemporaryFailure(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isLockTimeout(error) || isFileStoreFailure(error);
}
