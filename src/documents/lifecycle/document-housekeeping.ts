/** Periodic cleanup of documents. Safe to run at any time, and on every node at once. */
import type { Metrics } from '../../observability/metrics.ts';
import type { Database } from '../../store/postgres/database.ts';
import { countDocuments } from '../../store/postgres/document-queue-state.ts';
import { deleteDocument, expiredDocuments } from '../../store/postgres/documents.ts';
import { type FileToDelete, filesToDelete, forgetFile } from '../../store/postgres/files-to-delete.ts';
import { releaseExpiredHolds } from '../../store/postgres/holds.ts';
import type { SealedFiles } from '../sealed-files.ts';

/** Rows per query. Each step repeats until nothing is left, so that no step leaves work for the next run. */
const batchSize = 500;

export interface DocumentHousekeeping {
  run(signal: AbortSignal): Promise<'done'>;
}

export function createDocumentHousekeeping(
  db: Database,
  files: SealedFiles,
  metrics: Metrics,
): DocumentHousekeeping {
  /** The last file of a batch that had failures: the next run continues after it. */
  let continueAfter: FileToDelete | undefined;
  return {
    async run(signal) {
      await inBatches(signal, deleteExpired);
      await inBatches(signal, () => releaseExpiredHolds(db, batchSize));
      await inBatches(signal, deleteFiles);
      metrics.reportDocuments(await countDocuments(db));
      return 'done';
    },
  };

  async function deleteExpired(): Promise<number> {
    const expired = await expiredDocuments(db, batchSize);
    for (const { teamId, id } of expired) await deleteDocument(db, teamId, id);
    return expired.length;
  }

  /**
   * A file that cannot be deleted must not block the others. A batch with failures ends the run, because the
   * store may be down; the next run continues after it, and starts over at the end.
   */
  async function deleteFiles(): Promise<number> {
    let failure: unknown;
    const due = await filesToDelete(db, batchSize, continueAfter);
    for (const { name } of due) {
      try {
        await files.delete(name);
        await forgetFile(db, name);
      } catch (error) {
        failure = error;
      }
    }
    const isLast = due.length < batchSize;
    if (isLast) continueAfter = undefined;
    if (failure === undefined) return due.length;
    if (!isLast) continueAfter = due.at(-1);
    throw new Error('a file could not be deleted', { cause: failure });
  }
}

/** Stops at a batch that is not full, or at shutdown: the next run does the rest. */
async function inBatches(signal: AbortSignal, batch: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await batch()) === batchSize);
}
