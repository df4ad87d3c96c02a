/** Wires one process together. The only file that knows everybody. */
import { hostname } from 'node:os';
import { createAuditLog } from './accounts/audit-log.ts';
import { createDictionaryVersions } from './accounts/glossaries/dictionary-versions.ts';
import { createGlossaries } from './accounts/glossaries/glossaries.ts';
import { createInstallation } from './accounts/installation.ts';
import { createOperatorTeams } from './accounts/operator-teams.ts';
import { createPlaygroundKeys } from './accounts/playground-key.ts';
import { createTeamKeys } from './accounts/team-keys.ts';
import { readTeamSettings } from './accounts/team-settings.ts';
import { readTeamLimits } from './accounts/teams.ts';
import { createAccessLinks } from './accounts/users/access-links.ts';
import { createSessionHousekeeping, createSessions } from './accounts/users/sessions.ts';
import { createTeamInvitations } from './accounts/users/team-invitations.ts';
import { createTeamPeople } from './accounts/users/team-people.ts';
import { createTeamSessions } from './accounts/users/team-sessions.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { AuthenticationCache } from './auth/authentication-cache.ts';
import { createLastUsedRecorder } from './auth/last-used.ts';
import type { Config } from './config.ts';
import { loadRouting } from './config-file.ts';
import { type EngineRegistry, openEngines } from './engines/registry.ts';
import { createGateway } from './gateway/translate-call.ts';
import { createConsoleListener } from './http/console/console-listener.ts';
import { describeApi, routesOf } from './http/open-api.ts';
import { createOpsListener } from './http/ops/ops-listener.ts';
import { createPublicListener } from './http/public/public-listener.ts';
import { startEngineProbes } from './jobs/engine-probes.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { startNodeReports } from './jobs/node-reports.ts';
import { cachedFor } from './lib/cached-for.ts';
import { OperatorError } from './lib/errors.ts';
import { requestLimits } from './lib/request-limits.ts';
import { uuidV7 } from './lib/uuid-v7.ts';
import { openLimits } from './limits/limits.ts';
import { createLedgerHousekeeping } from './metering/housekeeping.ts';
import { openMetering } from './metering/metering.ts';
import { createUsageReports } from './metering/usage-report.ts';
import type { Logger } from './observability/logger.ts';
import { createMetrics, type Metrics } from './observability/metrics.ts';
import { startTracing } from './observability/tracing/start-tracing.ts';
import {
  type Database,
  isDatabaseUnavailable,
  isReachable,
  openDatabase,
  poolUse,
} from './store/postgres/database.ts';
import { pendingMigrations } from './store/postgres/migrate.ts';
import { readOrSetTeamSecret } from './store/postgres/team-secrets.ts';
import { openRedis } from './store/redis/connection.ts';
import { TeamSecrets } from './translate/cache/team-secrets.ts';
import { TranslationCache } from './translate/cache/translation-cache.ts';
import { describeNode } from './translate/describe-node.ts';
import { EngineBoard } from './translate/engine-board.ts';
import { GlossaryShelf } from './translate/glossary/glossary-shelf.ts';
import { createTranslator } from './translate/translator.ts';
import { productVersion } from './version.ts';

export interface RunningApp {
  readonly publicUrl: string;
  readonly consoleUrl: string;
  readonly opsUrl: string;
  /** Stops accepting, lets calls under way finish, then lets go of everything. */
  drain(): Promise<void>;
}

/** Old enough to spare the database, young enough for a load balancer that asks every few seconds. */
const healthCacheMs = 1_000;

export async function startApp(config: Config, logger: Logger): Promise<RunningApp> {
  // Whatever is opened is closed in the opposite order, when the app drains or when it can't start.
  await using opened = new AsyncDisposableStack();

  const metrics = createMetrics();
  metrics.describeNode(productVersion, config.memoryLimitBytes);
  const tracing = config.tracing && startTracing(config.tracing, productVersion, metrics, logger);
  if (tracing !== undefined) opened.defer(() => tracing.close());
  const db = openDatabase(config.databaseUrl, config.databasePoolSize, logger);
  metrics.watchPool(() => poolUse(db));
  opened.defer(() => db.end());
  await refuseOldSchema(() => pendingMigrations(db));

  const routing = await loadRouting(config);
  const engines = await openEngines(routing.engines, config, logger);
  opened.defer(() => engines.close());
  const lastUsed = createLastUsedRecorder(db, logger);
  opened.defer(() => lastUsed.close());
  const metering = await openMetering(db, metrics, logger);
  opened.defer(() => metering.close());
  const housekeeping = startHousekeeping(createLedgerHousekeeping(db, config.callRetentionMonths, metrics), {
    task: 'ledger',
    metrics,
    logger,
  });
  opened.defer(() => housekeeping.close());
  const sessionHousekeeping = startHousekeeping(createSessionHousekeeping(db), {
    task: 'sessions',
    metrics,
    logger,
  });
  opened.defer(() => sessionHousekeeping.close());
  const node = {
    id: uuidV7(),
    host: hostname(),
    processId: process.pid,
    version: productVersion,
    startedAt: new Date(),
  };
  const limits = await openLimits(db, node.id, config.redisUrl, metrics, logger);
  opened.defer(() => limits.close());
  const board = new EngineBoard(metrics);
  metrics.watchLanes(() => board.status());
  const probes = startEngineProbes({ engines: engines.engines, board, metrics, logger });
  opened.defer(() => probes.close());
  const installation = createInstallation(db);
  const reports = startNodeReports({
    describe: () => describeNode(engines.engines, board),
    write: (report) => installation.report(node, report),
    logger,
  });
  opened.defer(() => reports.close());
  const cache = openCache(config, db, metrics, logger, opened);
  const translator = createTranslator({
    engines: engines.engines,
    board,
    rules: routing.routes,
    glossaries: new GlossaryShelf(db),
    ...(cache && { cache }),
  });

  const readiness = { check: cachedFor(healthCacheMs, () => checkReadiness(db, engines, metrics)) };
  const isTemporary = isDatabaseUnavailable;
  const server = { trustedProxies: config.trustedProxies, logger, isTemporary };
  const watched = (listener: string) => ({
    tracer: tracing?.tracer,
    countRequest: (status: number | undefined) => metrics.countRequest(listener, status),
  });
  const opsListener = createOpsListener({ ...server, metrics, readiness });
  opened.defer(() => opsListener.close());
  const shared = {
    gateway: createGateway({ limits, metering, translator, metrics, logger, isTemporary }),
    routesFor: translator.routesFor,
    reports: createUsageReports(db),
    keys: createTeamKeys(db),
    glossaries: createGlossaries(db),
    audit: createAuditLog(db),
    callDeadlineMs: config.callDeadlineMs,
  };
  const publicListener = createPublicListener({
    ...server,
    ...watched('public'),
    ...shared,
    authenticator: createAuthenticator(db, lastUsed, new AuthenticationCache(config.authCacheMs)),
    health: { isServing: async () => isServing(await readiness.check()) },
  });
  opened.defer(() => closeListener(publicListener));

  await publicListener.ready();
  const consoleListener = createConsoleListener({
    ...server,
    ...watched('console'),
    ...shared,
    sessions: createSessions(db),
    links: createAccessLinks(db),
    people: createTeamPeople(db),
    invitations: createTeamInvitations(db),
    teamSessions: createTeamSessions(db),
    playgroundKeys: createPlaygroundKeys(db, lastUsed),
    dictionaryVersions: createDictionaryVersions(db),
    limitsOf: (teamId) => readTeamLimits(db, teamId),
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

  const running = opened.move();
  return { publicUrl, consoleUrl, opsUrl, drain: () => running.disposeAsync() };
}

/** In memory, and in Redis as well where there is a data key to wrap the teams' secrets. */
function openCache(
  { cacheBytes, dataKey, redisUrl }: Config,
  db: Database,
  metrics: Metrics,
  logger: Logger,
  opened: AsyncDisposableStack,
): TranslationCache | undefined {
  if (cacheBytes === 0) return undefined;
  if (dataKey === undefined) return new TranslationCache(cacheBytes, undefined, metrics);
  const redis = openRedis(redisUrl, logger);
  opened.defer(() => redis.disconnect());
  const secrets = new TeamSecrets(dataKey, (teamId, offered) => readOrSetTeamSecret(db, teamId, offered));
  return new TranslationCache(cacheBytes, { redis, secrets }, metrics);
}

/** Lets calls under way finish, but not for ever. */
async function closeListener(listener: ReturnType<typeof createPublicListener>): Promise<void> {
  const cut = setTimeout(() => listener.server.closeAllConnections(), requestLimits.drainTimeoutMs);
  await listener.close();
  clearTimeout(cut);
}

type Check = { name: string; ok: boolean; detail: string };

async function checkReadiness(db: Database, { engines }: EngineRegistry, metrics: Metrics): Promise<Check[]> {
  const [reachable, healths] = await Promise.all([
    isReachable(db),
    Promise.all(engines.map(async (engine) => ({ engine: engine.id, ...(await engine.health()) }))),
  ]);
  const detail = healths.map((health) => `${health.engine}: ${health.detail}`).join('; ');
  const checks = [
    { name: 'database', ok: reachable, detail: reachable ? 'reachable' : 'out of reach' },
    // One engine that works is enough to serve calls.
    { name: 'engines', ok: healths.some((health) => health.healthy), detail },
  ];
  for (const { name, ok } of checks) metrics.reportCheck(name, ok);
  return checks;
}

function isServing(checks: readonly Check[]): boolean {
  return checks.every((check) => check.ok);
}

async function refuseOldSchema(pending: () => Promise<string[]>): Promise<void> {
  const missing = await pending().catch((cause: Error) => {
    throw new OperatorError(
      `The database can't be reached: ${cause.message}`,
      'Check DATABASE_URL and that Postgres runs.',
      {
        cause,
      },
    );
  });
  if (missing.length > 0) {
    throw new OperatorError(
      `The database lacks the migrations ${missing.join(', ')}.`,
      'Run: dragoman migrate',
    );
  }
}
