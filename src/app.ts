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
import type { Logger } from './observability/logger.ts';
import { isReachable, openDatabase } from './store/postgres/database.ts';
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
  const db = openDatabase(config.databaseUrl, config.databasePoolSize, logger);
  await refuseOldSchema(() => pendingMigrations(db));
  const engines = await openEngines(config, logger);
  const lastUsed = createLastUsedRecorder(db, logger);
  const translator = createTranslator(engines.engines);

  const publicListener = createPublicListener({
    trustedProxies: config.trustedProxies,
    logger,
    authenticator: createAuthenticator(db, lastUsed),
    gateway: createGateway(translator, logger),
    languages: translator.routes,
    health: {
      isServing: cachedFor(healthCacheMs, async () => (await isReachable(db)) && engines.anyHealthy()),
    },
    callDeadlineMs: config.callDeadlineMs,
  });
  const publicUrl = await publicListener.listen({ host: config.publicHost, port: config.publicPort });

  return {
    publicUrl,
    async drain() {
      const cut = setTimeout(() => publicListener.server.closeAllConnections(), requestLimits.drainTimeoutMs);
      await publicListener.close();
      clearTimeout(cut);
      await lastUsed.close();
      await engines.close();
      await db.end();
    },
  };
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
