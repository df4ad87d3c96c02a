/** What documents need done now and then. Safe to run at any time and from every node at once. */
import type { Metrics } from '../observability/metrics.ts';
import type { Database } from '../store/postgres/database.ts';
import { countDocuments } from '../store/postgres/document-queue-state.ts';
import { deleteDocument, expiredDocuments, filesToDelete, forgetFile } from '../store/postgres/documents.ts';
import { releaseExpiredHolds } from '../store/postgres/holds.ts';
import type { SealedFiles } from './sealed-files.ts';

/** In one run; what is left waits for the next. */
const mostAtOnce = 500;

export interface DocumentHousekeeping {
  run(): Promise<'done'>;
}

export function createDocumentHousekeeping(
  db: Database,
  files: SealedFiles,
  metrics: Metrics,
): DocumentHousekeeping {
  return {
    async run() {
      for (const { teamId, id } of await expiredDocuments(db, mostAtOnce))
        await deleteDocument(db, teamId, id);
      await releaseExpiredHolds(db, mostAtOnce);
      await deleteFiles();
      metrics.reportDocuments(await countDocuments(db));
      return 'done';
    },
  };

  /** One that can't be deleted must not keep the others: it is tried again with the next run. */
  async function deleteFiles(): Promise<void> {
    let failure: unknown;
    for (const name of await filesToDelete(db, mostAtOnce)) {
      try {
        await files.delete(name);
        await forgetFile(db, name);
      } catch (error) {
        failure = error;
      }
    }
    if (failure !== undefined) throw new Error('a file could not be deleted', { cause: failure });
  }
}
