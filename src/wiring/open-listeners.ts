/** The listeners of a server process, and the services behind their routes. */
import { createAuditLog } from '../accounts/audit-log.ts';
import { createAvailability } from '../accounts/availability.ts';
import { createDownloads } from '../accounts/downloads.ts';
import { createDictionaryVersions } from '../accounts/glossaries/dictionary-versions.ts';
import { createGlossaries } from '../accounts/glossaries/glossaries.ts';
import { createTeamKeys } from '../accounts/keys.ts';
import { createModelRequests } from '../accounts/model-requests.ts';
import { createOperatorTeams } from '../accounts/operator-teams.ts';
import { createPlaygroundKeys } from '../accounts/playground-key.ts';
import { createIdentityConfirmation } from '../accounts/second-factor/confirm-identity.ts';
import { createSignInFinisher } from '../accounts/second-factor/finish-sign-in.ts';
import { createOwnFactor } from '../accounts/second-factor/own-factor.ts';
import { createOwnPasskeys } from '../accounts/second-factor/own-passkeys.ts';
import { relyingPartyOf } from '../accounts/second-factor/relying-party.ts';
import { mappedTeams } from '../accounts/single-sign-on/group-roles.ts';
import { createSingleSignOn } from '../accounts/single-sign-on/single-sign-on.ts';
import { createStyleRules } from '../accounts/style-rules/style-rules.ts';
import { createTeamHome } from '../accounts/team-home.ts';
import { readTeamSettings } from '../accounts/team-settings.ts';
import { readTeamLimits } from '../accounts/teams.ts';
import { createAccessLinks } from '../accounts/users/access-links.ts';
import { createOperatorUsers } from '../accounts/users/operator-users.ts';
import { createSessions } from '../accounts/users/sessions.ts';
import { createTeamInvitations } from '../accounts/users/team-invitations.ts';
import { createTeamPeople } from '../accounts/users/team-people.ts';
import { createTeamSessions } from '../accounts/users/team-sessions.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import { AuthenticationCache } from '../auth/authentication-cache.ts';
import { BadKeyLimit } from '../auth/bad-key-limit.ts';
import { createKeyCheck } from '../auth/key-check.ts';
import { createOtherRequests } from '../gateway/other-requests.ts';
import { createGateway } from '../gateway/translate-call.ts';
import { ConsoleLimits } from '../http/console/api/console-limits.ts';
import { createPublicCalls } from '../http/console/api/try/public-calls.ts';
import { createConsoleListener } from '../http/console/console-listener.ts';
import { createDialectsListener } from '../http/dialects/dialects-listener.ts';
import { createExchangeBudget } from '../http/large-exchanges.ts';
import { describeApi, routesOf } from '../http/open-api.ts';
import { createOpsListener } from '../http/ops/ops-listener.ts';
import { createPublicListener } from '../http/public/public-listener.ts';
import { openCertificate } from '../http/server-certificate.ts';
import type { LoggedCall } from '../lib/logged-call.ts';
import { requestLimits } from '../lib/request-limits.ts';
import { createRequestLogReader } from '../metering/request-log/request-log-reader.ts';
import { createStreamCharges } from '../metering/streamed-calls.ts';
import { createUsageReports } from '../metering/usage-report.ts';
import { isTemporaryFailure } from '../store/temporary-failures.ts';
import { productVersion } from '../version.ts';
import { prepareClosing } from './close-listener.ts';
import { openLocalModels } from './open-model-requests.ts';
import type { AppParts } from './open-parts.ts';
import { type Check, createReadinessCheck } from './open-translation.ts';

/** Creates the listeners for callers, for the console and for operators. They do not listen yet. */
export async function openListeners(
  parts: AppParts,
  isDraining: () => boolean,
  opened: AsyncDisposableStack,
) {
  const { config, logger, metrics, translation, limits } = parts;
  const checkDependencies = createReadinessCheck(translation, metrics, limits.silentMs);
  // Draining bypasses the cache: within the grace time, a second of delay is long.
  const readiness = { check: async () => (isDraining() ? [leaving] : checkDependencies()) };
  const server = {
    trustedProxies: config.trustedProxies,
    logger,
    isTemporary: isTemporaryFailure,
    isDraining,
  };
  const ops = createOpsListener({ ...server, metrics, readiness });
  const closeOps = prepareClosing(ops.server, logger);
  opened.defer(async () => {
    await closeOps(requestLimits.opsDrainTimeoutMs);
    await ops.close();
  });
  const shared = { ...server, ...createSharedServices(parts) };
  const callers = {
    // One for both listeners of callers, so that the limit on unknown keys and the cache hold for both together.
    authenticator: createAuthenticator(
      translation.pools.calls,
      parts.lastUsed,
      new AuthenticationCache(config.authCacheMs),
      new BadKeyLimit(config.badKeysPerMinute),
    ),
    otherRequests: createOtherRequests(limits, parts.metering),
    health: { isServing: async () => (await readiness.check()).every(({ ok }) => ok) },
  };
  const { pathPrefix, publicUrl } = config;
  const certificate =
    config.publicCertificate && (await openCertificate(config.publicCertificate, logger, metrics));
  opened.defer(() => certificate?.close());
  const publicListener = createPublicListener({
    ...shared,
    ...watch(parts, 'public'),
    ...callers,
    pathPrefix,
    certificate,
  });
  const dialects =
    config.dialects &&
    createDialectsListener({
      ...shared,
      ...watch(parts, 'dialects'),
      ...callers,
      settings: config.dialects,
      pathPrefix,
      version: productVersion,
      countDialectRequest: metrics.countDialectRequest,
    });
  opened.defer(() => publicListener.close());
  opened.defer(() => dialects?.close());

  await publicListener.ready();
  const api = describeApi(routesOf(publicListener), productVersion);
  const consoleListener = createConsoleListener({
    ...shared,
    ...watch(parts, 'console'),
    ...createConsoleServices(parts, () => portOf(consoleListener) ?? config.consolePort),
    publicAddress: {
      publicUrl,
      pathPrefix,
      isSecure: certificate !== undefined,
      port: () => portOf(publicListener) ?? config.publicPort,
    },
    publicCalls: createPublicCalls(publicListener, api, 2 * config.callDeadlineMs),
    api,
  });
  opened.defer(() => consoleListener.close());
  const closings = [
    prepareClosing(publicListener.server, logger, { isSecure: certificate !== undefined }),
    prepareClosing(consoleListener.server, logger),
  ];
  if (dialects !== undefined) closings.push(prepareClosing(dialects.server, logger));
  // Together, so that all drain within one time limit, and before any is closed: the console calls the public one.
  opened.defer(async () => {
    const patienceMs = requestLimits.drainTimeoutMs - config.drainGraceMs;
    await Promise.all(closings.map((close) => close(patienceMs)));
  });
  return { public: publicListener, console: consoleListener, ops, dialects };
}

/** What the public listener and the console serve alike. */
function createSharedServices({
  config,
  logger,
  metrics,
  translation,
  metering,
  limits,
  documents,
}: AppParts) {
  const { pools, translator, texts } = translation;
  const exchanges = createExchangeBudget();
  metrics.watchExchanges(() => exchanges.use());
  return {
    exchanges,
    documents,
    gateway: createGateway({
      limits,
      keyedCalls: limits.keyedCalls,
      metering,
      streams: createStreamCharges(pools.calls, metrics, logger),
      translator,
      metrics,
      logger,
      isTemporary: isTemporaryFailure,
      checkKey: createKeyCheck(pools.calls),
    }),
    routesFor: translator.routesFor,
    reports: createUsageReports(pools.reports, pools.calls),
    keys: createTeamKeys(pools.changes, config.maxKeysPerTeam),
    glossaries: createGlossaries(pools.changes, texts),
    styleRules: createStyleRules(pools.changes, texts),
    audit: createAuditLog(pools.reports),
    callDeadlineMs: config.callDeadlineMs,
  };
}

function createConsoleServices(parts: AppParts, consolePort: () => number) {
  const { config, logger, translation, limits, lastUsed, installation, modelWork, events } = parts;
  const { passwords, operatorsNeedFactor, consoleUrl } = config.signIn;
  const { calls, changes: db } = translation.pools;
  const factorParts = {
    keys: config.dataKeys,
    // On the machine itself, browsers take the plain HTTP of the listener as secure.
    party: () => relyingPartyOf(consoleUrl ?? `http://localhost:${consolePort()}`),
  };
  return {
    limits: new ConsoleLimits(config.consoleRequestsPerSecond),
    sessions: createSessions(db, passwords, operatorsNeedFactor),
    signInFinisher: createSignInFinisher(db, factorParts, passwords),
    ownFactor: createOwnFactor(db, factorParts),
    ownPasskeys: createOwnPasskeys(db, factorParts),
    identity: createIdentityConfirmation(db, factorParts),
    singleSignOn: createSingleSignOn(db, config.signIn, logger),
    hasPasswords: passwords.isOn,
    links: createAccessLinks(db, passwords),
    people: createTeamPeople(db, passwords),
    invitations: createTeamInvitations(db),
    teamSessions: createTeamSessions(db),
    playgroundKeys: createPlaygroundKeys(db, lastUsed),
    dictionaryVersions: createDictionaryVersions(db, translation.texts),
    limitsOf: (teamId: string) => readTeamLimits(calls, teamId),
    settingsOf: (teamId: string) => readTeamSettings(db, teamId),
    operatorTeams: createOperatorTeams(db, mappedTeams(config.signIn.singleSignOn?.groups)),
    operatorUsers: createOperatorUsers(db, passwords),
    requestLog: createRequestLogReader(translation.pools.reports, config.requestLogDays),
    downloads: createDownloads(db),
    home: createTeamHome(db),
    modelKnowledge: translation.modelKnowledge,
    modelRequests: createModelRequests(db),
    localModels: openLocalModels(translation.engines.engines, config, modelWork),
    engineIds: translation.engines.engines.map(({ id }) => id),
    installation,
    destinations: events.destinations,
    availability: createAvailability({ db, readRedis: limits.readRedis, logger }),
  };
}

function watch({ metrics, tracer, requestLog }: AppParts, listener: string) {
  return {
    tracer,
    countRequest: (status: number | undefined) => metrics.countRequest(listener, status),
    logCall: requestLog && ((call: LoggedCall) => requestLog.add(call)),
  };
}

/** Undefined until it listens. The configured port may be 0, for any free one. */
function portOf({ server }: ReturnType<typeof createPublicListener>): number | undefined {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : undefined;
}

const leaving: Check = { name: 'node', ok: false, detail: 'is being stopped' };
