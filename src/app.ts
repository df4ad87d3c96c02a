/** Wires one process together. The only file that knows everybody. */
import { createAuthenticator } from './auth/authenticate.ts';
import { createLastUsedRecorder } from './auth/last-used.ts';
import type { Config } from './config.ts';
import { openEngines } from './engines/registry.ts';
import { createGateway } from './gateway/translate-call.ts';
import { createPublicListener } from './http/public/public-listener.ts';
import { cachedFor } from './lib/cached-for.ts';
import { OperatorError } from './lib/errors.ts';
import { requestLimits } from './lib/request-limits.ts';
import { openLimits } from './limits/limits.ts';
import { openMetering } from './metering/metering.ts';
import type { Logger } from './observability/logger.ts';
import { isDatabaseUnavailable, isReachable, openDatabase } from './store/postgres/database.ts';
import { pendingMigrations } from './store/postgres/migrate.ts';
import { createTranslator } from './translate/translator.ts';

export interface RunningApp {
  readonly publicUrl: string;
  /** Stops accepting, lets calls under way finish, then lets go of everything. */
  drain(): Promise<void>;
}

/** Old enough to spare the database, young enough for a load balancer that asks every few seconds. */
const healthCacheMs = 1_000;

export async function startApp(config: Config, logger: Logger): Promise<RunningApp> {
  // Whatever is opened is closed in the opposite order, when the app drains or when it can't start.
  await using opened = new AsyncDisposableStack();

  const db = openDatabase(config.databaseUrl, config.databasePoolSize, logger);
  opened.defer(() => db.end());
  await refuseOldSchema(() => pendingMigrations(db));

  const engines = await openEngines(config, logger);
  opened.defer(() => engines.close());
  const lastUsed = createLastUsedRecorder(db, logger);
  opened.defer(() => lastUsed.close());
  const metering = await openMetering(db, logger);
  opened.defer(() => metering.close());
  const limits = await openLimits(db, config.redisUrl, logger);
  opened.defer(() => limits.close());
  const translator = createTranslator(engines.engines);

  const publicListener = createPublicListener({
    trustedProxies: config.trustedProxies,
    logger,
    isTemporary: isDatabaseUnavailable,
    authenticator: createAuthenticator(db, lastUsed),
    gateway: createGateway({ limits, metering, translator, logger }),
    languages: translator.routes,
    health: {
      isServing: cachedFor(healthCacheMs, async () => (await isReachable(db)) && engines.anyHealthy()),
    },
    callDeadlineMs: config.callDeadlineMs,
  });
  opened.defer(() => closeListener(publicListener));
  const publicUrl = await publicListener.listen({ host: config.publicHost, port: config.publicPort });

  const running = opened.move();
  return { publicUrl, drain: () => running.disposeAsync() };
}

/** Lets calls under way finish, but not for ever. */
async function closeListener(listener: ReturnType<typeof createPublicListener>): Promise<void> {
  const cut = setTimeout(() => listener.server.closeAllConnections(), requestLimits.drainTimeoutMs);
  await listener.close();
  clearTimeout(cut);
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
