/** Wires one process together. The only file that knows all parts. */
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { createAuditLog } from '../accounts/audit-log.ts';
import { createDictionaryVersions } from '../accounts/glossaries/dictionary-versions.ts';
import { createGlossaries } from '../accounts/glossaries/glossaries.ts';
import { createInstallation } from '../accounts/installation.ts';
import { createOperatorTeams } from '../accounts/operator-teams.ts';
import { createPlaygroundKeys } from '../accounts/playground-key.ts';
import { createTeamKeys } from '../accounts/team-keys.ts';
import { readTeamSettings } from '../accounts/team-settings.ts';
import { readTeamLimits } from '../accounts/teams.ts';
import { createAccessLinks } from '../accounts/users/access-links.ts';
import { createSessionHousekeeping, createSessions } from '../accounts/users/sessions.ts';
import { createTeamInvitations } from '../accounts/users/team-invitations.ts';
import { createTeamPeople } from '../accounts/users/team-people.ts';
import { createTeamSessions } from '../accounts/users/team-sessions.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import { AuthenticationCache } from '../auth/authentication-cache.ts';
import { BadKeyLimit } from '../auth/bad-key-limit.ts';
import { createLastUsedRecorder } from '../auth/last-used.ts';
import type { Config } from '../config/config.ts';
import { createDocumentCalls } from '../gateway/document-calls.ts';
import { createOtherRequests } from '../gateway/other-requests.ts';
import { createGateway } from '../gateway/translate-call.ts';
import { ConsoleLimits } from '../http/console/api/console-limits.ts';
import { createConsoleListener } from '../http/console/console-listener.ts';
import { createExchangeBudget } from '../http/large-exchanges.ts';
import { describeApi, routesOf } from '../http/open-api.ts';
import { createOpsListener } from '../http/ops/ops-listener.ts';
import { createPublicListener } from '../http/public/public-listener.ts';
import { HousekeepingTasks } from '../jobs/housekeeping.ts';
import { startNodeReports } from '../jobs/node-reports.ts';
import { cachedFor } from '../lib/cached-for.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { uuidV7 } from '../lib/uuid-v7.ts';
import { openLimits } from '../limits/limits.ts';
import { createLedgerHousekeeping } from '../metering/housekeeping.ts';
import { openMetering } from '../metering/metering.ts';
import { createUsageReports } from '../metering/usage-report.ts';
import type { Logger } from '../observability/logger.ts';
import { createMetrics } from '../observability/metrics.ts';
import { startStallGuard } from '../observability/stall/stall-guard.ts';
import { startTracing } from '../observability/tracing/start-tracing.ts';
import { isConnectionLost } from '../store/postgres/database-errors.ts';
import { isTemporaryFailure } from '../store/temporary-failures.ts';
import { describeNode } from '../translate/supervision/describe-node.ts';
import { productVersion } from '../version.ts';
import { openDocumentFiles, serveDocuments, startWorkers } from './open-documents.ts';
import { type Check, checkReadiness, openTranslation } from './open-translation.ts';

export interface RunningApp {
  readonly publicUrl: string;
  readonly consoleUrl: string;
  readonly opsUrl: string;
  /** Reports that it is not ready, stops accepting, lets calls in progress finish, closes everything. */
  drain(): Promise<void>;
}

/** Old enough to spare the database, recent enough for a load balancer that asks every few seconds. */
const healthCacheMs = 1_000;

export async function startApp(config: Config, logger: Logger): Promise<RunningApp> {
  // Everything that is opened is closed in reverse order, when the app drains or cannot start.
  await using opened = new AsyncDisposableStack();

  const metrics = createMetrics();
  metrics.describeNode(productVersion, config.memoryLimitBytes);
  const tracing = config.tracing && startTracing(config.tracing, productVersion, metrics, logger);
  if (tracing !== undefined) opened.defer(() => tracing.close());
  const translation = await openTranslation(config, logger, metrics, opened);
  const { pools, engines, supervisor, translator } = translation;
  const { calls, reports, changes: db, upkeep } = pools;
  const lastUsed = createLastUsedRecorder(db, logger);
  opened.defer(() => lastUsed.close());
  const metering = await openMetering(pools, metrics, logger);
  opened.defer(() => metering.close());
  const housekeeping = new HousekeepingTasks({ metrics, logger, isConnectionLost });
  opened.defer(() => housekeeping.close());
  housekeeping.add('ledger', createLedgerHousekeeping(db, upkeep, config.callRetentionMonths, metrics));
  housekeeping.add('sessions', createSessionHousekeeping(db));
  const node = {
    id: uuidV7(),
    host: hostname(),
    processId: process.pid,
    version: productVersion,
    startedAt: new Date(),
  };
  const limits = await openLimits(db, node.id, config.redisUrl, metrics, logger);
  opened.defer(() => limits.close());
  const installation = createInstallation(db);
  const nodeReports = startNodeReports({
    describe: () => describeNode(engines.engines, supervisor),
    write: (report) => installation.report(node, report),
    logger,
  });
  opened.defer(() => nodeReports.close());
  const documentParts = { ...translation, config, housekeeping, metrics, logger, opened };
  const files = openDocumentFiles(documentParts);
  // Started before any request is processed, and after the computations of the start-up.
  const guard = startStallGuard({ limitMs: config.stallLimitMs, logLevel: config.logLevel }, logger);
  opened.defer(() => guard.close());
  startWorkers(documentParts, files, config.documents.workers);
  // Runs after the listeners have closed, so the calls in progress have been answered.
  opened.defer(() => pools.giveUpSoon());

  let isDraining = false;
  const checkDependencies = cachedFor(healthCacheMs, () =>
    checkReadiness(translation, metrics, limits.silentMs),
  );
  // Draining bypasses the cache: within the grace time, a second of delay is long.
  const readiness = { check: async () => (isDraining ? [leaving] : checkDependencies()) };
  const server = {
    trustedProxies: config.trustedProxies,
    logger,
    isTemporary: isTemporaryFailure,
    isDraining: () => isDraining,
  };
  const watched = (listener: string) => ({
    tracer: tracing?.tracer,
    countRequest: (status: number | undefined) => metrics.countRequest(listener, status),
  });
  const opsListener = createOpsListener({ ...server, metrics, readiness });
  opened.defer(() => opsListener.close());
  const exchanges = createExchangeBudget();
  metrics.watchExchanges(() => exchanges.use());
  const shared = {
    exchanges,
    documents: serveDocuments(documentParts, files, createDocumentCalls(limits, metering)),
    gateway: createGateway({
      limits,
      keyedCalls: limits.keyedCalls,
      metering,
      translator,
      metrics,
      logger,
      isTemporary: isTemporaryFailure,
    }),
    routesFor: translator.routesFor,
    reports: createUsageReports(reports, calls),
    keys: createTeamKeys(db, config.maxKeysPerTeam),
    glossaries: createGlossaries(db),
    audit: createAuditLog(reports),
    callDeadlineMs: config.callDeadlineMs,
  };
  const publicListener = createPublicListener({
    ...server,
    ...watched('public'),
    ...shared,
    authenticator: createAuthenticator(
      calls,
      lastUsed,
      new AuthenticationCache(config.authCacheMs),
      new BadKeyLimit(config.badKeysPerMinute),
    ),
    otherRequests: createOtherRequests(limits, metering),
    health: { isServing: async () => isServing(await readiness.check()) },
  });
  opened.defer(() => closeListener(publicListener, requestLimits.drainTimeoutMs - config.drainGraceMs));

  await publicListener.ready();
  const consoleListener = createConsoleListener({
    ...server,
    ...watched('console'),
    ...shared,
    limits: new ConsoleLimits(config.consoleRequestsPerSecond),
    sessions: createSessions(db),
    links: createAccessLinks(db),
    people: createTeamPeople(db),
    invitations: createTeamInvitations(db),
    teamSessions: createTeamSessions(db),
    playgroundKeys: createPlaygroundKeys(db, lastUsed),
    dictionaryVersions: createDictionaryVersions(db),
    limitsOf: (teamId) => readTeamLimits(calls, teamId),
    settingsOf: (teamId) => readTeamSettings(db, teamId),
    operatorTeams: createOperatorTeams(db),
    installation,
    api: describeApi(routesOf(publicListener), productVersion),
  });
  opened.defer(() => consoleListener.close());

  const opsUrl = await opsListener.listen({ host: config.opsHost, port: config.opsPort });
  const consoleUrl = await consoleListener.listen({ host: config.consoleHost, port: config.consolePort });
  const publicUrl = await publicListener.listen({
    host: config.publicHost,
    port: config.publicPort,
    backlog: requestLimits.connectionBacklog,
  });

  housekeeping.start();
  const running = opened.move();
  return {
    publicUrl,
    consoleUrl,
    opsUrl,
    async drain() {
      isDraining = true;
      // A load balancer that has not checked yet still sends calls. They are served as usual, and each answer
      // is the last of its connection, so that after the grace time no client is about to send on a
      // connection that is then closed.
      await delay(config.drainGraceMs);
      await running.disposeAsync();
    },
  };
}

/** Lets calls in progress finish, but not for longer than `patienceMs`. */
async function closeListener(
  listener: ReturnType<typeof createPublicListener>,
  patienceMs: number,
): Promise<void> {
  const cut = setTimeout(() => listener.server.closeAllConnections(), patienceMs);
  await listener.close();
  clearTimeout(cut);
}

const leaving: Check = { name: 'node', ok: false, detail: 'is being stopped' };

function isServing(checks: readonly Check[]): boolean {
  return checks.every((check) => check.ok);
}
