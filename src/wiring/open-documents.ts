/** The parts of a process that store and translate documents. */

import type { Config } from '../config/config.ts';
import { createDocuments, type Documents, refuseDocuments } from '../documents/documents.ts';
import { startFormatThread } from '../documents/format-thread.ts';
import { createDocumentHousekeeping } from '../documents/lifecycle/document-housekeeping.ts';
import { createDocumentWork } from '../documents/lifecycle/translate-document.ts';
import { createSealedFiles, type SealedFiles } from '../documents/sealed-files.ts';
import type { DocumentCalls } from '../gateway/document-calls.ts';
import { startDocumentWorkers } from '../jobs/document-workers.ts';
import type { HousekeepingTasks } from '../jobs/housekeeping-tasks.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { openFileStore } from '../store/files/open-file-store.ts';
import { openDocumentQueue } from '../store/postgres/job-queue.ts';
import type { NodeIdentity } from '../store/postgres/nodes.ts';
import type { Translation } from './open-translation.ts';

/** Documents that are no longer needed should be deleted soon. */
const documentHousekeepingMs = 10_000;

/** One connection listens all the time, one takes and completes jobs, and one reports. */
const queueConnections = 3;

/** As many as `/translate_file` lets wait. Other teams find room: it is a quarter of all places. */
const maxUploadsReadPerTeam = 8;

interface DocumentParts extends Translation {
  readonly node: NodeIdentity;
  readonly config: Config;
  readonly housekeeping: HousekeepingTasks;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly opened: AsyncDisposableStack;
}

/** Returns undefined if documents cannot be stored. */
export function openDocumentFiles({ pools, config, housekeeping, metrics }: DocumentParts) {
  const { store } = config.documents;
  if (store === undefined || config.dataKeys === undefined) return undefined;
  const files = createSealedFiles(pools.changes, openFileStore(store), config.dataKeys);
  housekeeping.add(
    'documents',
    createDocumentHousekeeping(pools.changes, files, metrics),
    documentHousekeepingMs,
  );
  return files;
}

export function serveDocuments(
  { pools, translator }: DocumentParts,
  files: SealedFiles | undefined,
  calls: DocumentCalls,
): Documents {
  if (files === undefined) return refuseDocuments();
  const formats = startFormatThread(maxUploadsReadPerTeam);
  return createDocuments({ db: pools.changes, files, calls, translator, formats });
}

export function startWorkers(
  parts: DocumentParts,
  files: SealedFiles | undefined,
  concurrency: number,
): void {
  if (files === undefined || concurrency === 0) return;
  const { pools, engines, translator, config, metrics, logger, opened } = parts;
  const work = createDocumentWork({
    db: pools.changes,
    files,
    translator,
    formats: startFormatThread(),
    metrics,
    logger,
    patienceMs: config.documents.patienceMs,
  });
  const process = { ...parts.node, engines: engines.engines.map(({ id }) => id) };
  const queue = openDocumentQueue(pools.openAnother(queueConnections), process);
  const workers = startDocumentWorkers({ queue, work, concurrency, logger });
  opened.defer(() => workers.close());
}
