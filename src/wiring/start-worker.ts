/** A process that translates documents and listens only for its operator. */

import type { Config } from '../config/config.ts';
import { createOpsListener } from '../http/ops/ops-listener.ts';
import { HousekeepingTasks } from '../jobs/housekeeping-tasks.ts';
import { OperatorError } from '../lib/errors.ts';
import { requestLimits } from '../lib/request-limits.ts';
import type { Logger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';
import { startStallGuard } from '../observability/stall/stall-guard.ts';
import { isConnectionLost } from '../store/postgres/database-errors.ts';
import { isTemporaryFailure } from '../store/temporary-failures.ts';
import { productVersion } from '../version.ts';
import { prepareClosing } from './close-listener.ts';
import { describeProcess } from './describe-process.ts';
import { openDocumentFiles, startWorkers } from './open-documents.ts';
import { createReadinessCheck, openTranslation } from './open-translation.ts';

export interface RunningWorker {
  readonly opsUrl: string;
  /** Returns documents in progress to the queue for other processes, then closes everything. */
  drain(): Promise<void>;
}

export async function startWorker(config: Config, logger: Logger): Promise<RunningWorker> {
  if (config.documents.store === undefined || config.dataKeys === undefined) {
    throw new OperatorError(
      'There are no documents to work on: DRAGOMAN_DOCUMENTS or DRAGOMAN_DATA_KEY is not set.',
      'Set both as docs/run/documents.md describes, to what the API processes have.',
    );
  }
  await using opened = new AsyncDisposableStack();
  const metrics = createMetrics();
  metrics.describeNode(productVersion, config.memoryLimitBytes);
  const translation = await openTranslation(config, logger, metrics, opened);
  const housekeeping = new HousekeepingTasks({ metrics, logger, isConnectionLost });
  opened.defer(() => housekeeping.close());
  const node = describeProcess();
  const parts = { ...translation, node, config, housekeeping, metrics, logger, opened };
  // Started before the first document is taken, and after the computations of the start-up.
  const guard = startStallGuard({ limitMs: config.stallLimitMs, logLevel: config.logLevel }, logger);
  opened.defer(() => guard.close());
  startWorkers(parts, openDocumentFiles(parts), Math.max(1, config.documents.workers));
  opened.defer(() => translation.pools.abortSoon());

  const readiness = { check: createReadinessCheck(translation, metrics) };
  const { trustedProxies } = config;
  const isTemporary = isTemporaryFailure;
  const opsListener = createOpsListener({ trustedProxies, logger, isTemporary, metrics, readiness });
  const closeOps = prepareClosing(opsListener.server, logger);
  opened.defer(async () => {
    await closeOps(requestLimits.opsDrainTimeoutMs);
    await opsListener.close();
  });
  const opsUrl = await opsListener.listen({ host: config.opsHost, port: config.opsPort });
  housekeeping.start();
  const running = opened.move();
  return { opsUrl, drain: () => running.disposeAsync() };
}
