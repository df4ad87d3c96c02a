/** The parts of a server process: stores, engines, limits, metering, documents, and the jobs that serve them. */
import { createAuditHousekeeping } from '../accounts/audit-chain/audit-housekeeping.ts';
import { createExpiredKeys } from '../accounts/expired-keys.ts';
import { createInstallation } from '../accounts/installation.ts';
import { createTextHousekeeping } from '../accounts/text-encryption.ts';
import { createSessionHousekeeping } from '../accounts/users/sessions.ts';
import { createLastUsedRecorder } from '../auth/last-used.ts';
import type { Config } from '../config/config.ts';
import { createDocumentCalls } from '../gateway/document-calls.ts';
import { HousekeepingTasks } from '../jobs/housekeeping-tasks.ts';
import { startNodeReports } from '../jobs/node-reports.ts';
import { openLimits } from '../limits/limits.ts';
import { createLedgerHousekeeping } from '../metering/ledger-housekeeping.ts';
import { openMetering } from '../metering/metering.ts';
import { RequestLog } from '../metering/request-log/request-log.ts';
import { createRequestLogHousekeeping } from '../metering/request-log/request-log-housekeeping.ts';
import { createStreamHousekeeping } from '../metering/streamed-calls.ts';
import type { Logger } from '../observability/logger.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { startStallGuard } from '../observability/stall/stall-guard.ts';
import { startTracing } from '../observability/tracing/start-tracing.ts';
import type { Database } from '../store/postgres/database.ts';
import { isConnectionLost, isDatabaseUnavailable } from '../store/postgres/database-errors.ts';
import { insertRequests } from '../store/postgres/request-log.ts';
import { describeNode } from '../translate/supervision/describe-node.ts';
import { productVersion } from '../version.ts';
import { describeProcess } from './describe-process.ts';
import { openDocumentFiles, serveDocuments, startWorkers } from './open-documents.ts';
import { openEvents } from './open-events.ts';
import { openModelWork } from './open-model-requests.ts';
import { openTranslation } from './open-translation.ts';

/** What a dead node held should be free again soon. */
const streamHousekeepingMs = 10_000;

/** A key that has expired is refused at once; so soon it is shown as revoked. */
const keyHousekeepingMs = 10_000;

/** Everything of a process but its listeners. */
export type AppParts = Awaited<ReturnType<typeof openParts>>;

/** Opens the stores and engines, and starts the jobs. What is opened is closed in reverse order by `opened`. */
export async function openParts(config: Config, logger: Logger, opened: AsyncDisposableStack) {
  const metrics = createMetrics();
  metrics.describeNode(productVersion, config.memoryLimitBytes);
  const tracing = config.tracing && startTracing(config.tracing, productVersion, metrics, logger);
  if (tracing !== undefined) opened.defer(() => tracing.close());
  const translation = await openTranslation(config, logger, metrics, opened);
  const { pools, engines, supervisor } = translation;
  const { changes: db, upkeep } = pools;
  const lastUsed = createLastUsedRecorder(db, logger);
  opened.defer(() => lastUsed.close());
  const metering = await openMetering(pools, metrics, logger);
  opened.defer(() => metering.close());
  const requestLog = openRequestLog(config.requestLogDays, db, metrics, logger);
  if (requestLog !== undefined) opened.defer(() => requestLog.close());
  const housekeeping = new HousekeepingTasks({ metrics, logger, isConnectionLost });
  opened.defer(() => housekeeping.close());
  housekeeping.add('ledger', createLedgerHousekeeping(db, upkeep, config.callRetentionMonths, metrics));
  housekeeping.add('streams', createStreamHousekeeping(db, metrics), streamHousekeepingMs);
  housekeeping.add('keys', createExpiredKeys(db), keyHousekeepingMs);
  housekeeping.add('requests', createRequestLogHousekeeping(upkeep, config.requestLogDays));
  housekeeping.add('sessions', createSessionHousekeeping(db));
  housekeeping.add('texts', createTextHousekeeping(upkeep, translation.texts));
  housekeeping.add('audit', createAuditHousekeeping(db, config.auditRetentionMonths));
  const node = describeProcess();
  const limits = await openLimits(db, node.id, config.redisUrl, metrics, logger);
  opened.defer(() => limits.close());
  const installation = createInstallation(db);
  const nodeReports = startNodeReports({
    describe: () => ({
      ...describeNode(engines.engines, supervisor),
      backlog: { charges: metering.waitingCharges(), request_log: requestLog?.describe() ?? null },
      housekeeping: housekeeping.describe(),
    }),
    write: (report) => installation.report(node, report),
    logger,
  });
  opened.defer(() => nodeReports.close());
  const modelWork = openModelWork({ engines: engines.engines, db, node, config, logger });
  if (modelWork !== undefined) opened.defer(() => modelWork.close());
  const events = await openEvents({ config, pools, housekeeping, logger, opened });
  const documentParts = { ...translation, node, config, housekeeping, metrics, logger, opened };
  const files = openDocumentFiles(documentParts);
  // Started before any request is processed, and after the computations of the start-up.
  const guard = startStallGuard({ limitMs: config.stallLimitMs, logLevel: config.logLevel }, logger);
  opened.defer(() => guard.close());
  startWorkers(documentParts, files, config.documents.workers);
  // Runs after the listeners have closed, so the calls in progress have been answered.
  opened.defer(() => pools.abortSoon());
  const documents = serveDocuments(documentParts, files, createDocumentCalls(limits, metering));
  return {
    config,
    logger,
    metrics,
    tracer: tracing?.tracer,
    translation,
    lastUsed,
    metering,
    requestLog,
    housekeeping,
    limits,
    installation,
    modelWork,
    events,
    documents,
  };
}

/** Undefined if calls are not logged. */
function openRequestLog(days: number, db: Database, metrics: Metrics, logger: Logger) {
  if (days === 0) return undefined;
  return new RequestLog({
    write: (rows) => insertRequests(db, rows),
    isTemporary: isDatabaseUnavailable,
    metrics,
    logger,
  });
}
