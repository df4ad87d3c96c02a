/** The parts of a process that translate texts, whether for calls or for documents. */
import type { Config } from '../config/config.ts';
import { loadRouting } from '../config/config-file.ts';
import type { EngineDefinition } from '../config/file-engines.ts';
import { knownModelPairs } from '../engines/bergamot/library/known-pairs.ts';
import { type EngineRegistry, openEngines } from '../engines/registry.ts';
import type { ModelKnowledge } from '../http/console/api/home/served-pairs.ts';
import { startEngineProbes } from '../jobs/engine-probes.ts';
import { cachedFor } from '../lib/cached-for.ts';
import { OperatorError } from '../lib/errors.ts';
import { describeTlsFailure } from '../lib/tls-failures.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import { poolUse } from '../store/postgres/database.ts';
import { judgeHeartbeat, readDatabaseState } from '../store/postgres/database-state.ts';
import { pendingMigrations } from '../store/postgres/migrate.ts';
import { openPools, type Pools, poolNames } from '../store/postgres/pools.ts';
import { StoredTexts } from '../store/postgres/stored-texts.ts';
import { findStyleRules } from '../store/postgres/style-rules.ts';
import { readOrSetTeamSecret } from '../store/postgres/team-secrets.ts';
import { refuseTransactionPooling } from '../store/postgres/transaction-pooling.ts';
import { openRedis } from '../store/redis/connection.ts';
import { TeamSecrets } from '../translate/cache/team-secrets.ts';
import { TranslationCache } from '../translate/cache/translation-cache.ts';
import { createTranslator } from '../translate/create-translator.ts';
import { loadFastText } from '../translate/detection/fasttext-ranking.ts';
import { GlossaryLoader } from '../translate/glossary/glossary-loader.ts';
import { EngineSupervisor } from '../translate/supervision/engine-supervisor.ts';
import type { Translator } from '../translate/translator.ts';

export interface Translation {
  readonly pools: Pools;
  readonly engines: EngineRegistry;
  readonly supervisor: EngineSupervisor;
  readonly translator: Translator;
  readonly texts: StoredTexts;
  readonly modelKnowledge: ModelKnowledge;
}

/** Everything that is opened is put on the stack and closed with it. */
export async function openTranslation(
  config: Config,
  logger: Logger,
  metrics: Metrics,
  opened: AsyncDisposableStack,
): Promise<Translation> {
  const pools = opened.use(openPools(config.databaseUrl, config.databasePoolSize, logger));
  metrics.watchPools(() => poolNames.map((pool) => ({ pool, ...poolUse(pools[pool]) })));
  await refuseOldSchema(() => pendingMigrations(pools.changes));
  await refuseTransactionPooling(pools.calls, pools.changes);

  const routing = await loadRouting(config);
  const engines = await openEngines(routing.engines, config, logger);
  opened.defer(() => engines.close());
  for (const { id, kernel } of engines.engines)
    if (kernel !== undefined) metrics.reportEngineKernel(id, kernel);
  const supervisor = new EngineSupervisor(metrics);
  metrics.watchLanes(() => supervisor.status());
  const probes = startEngineProbes({ engines: engines.engines, supervisor, metrics, logger });
  opened.defer(() => probes.close());
  await loadFastText().catch((err: unknown) => logger.warn('language detection is not loaded yet', { err }));
  const cache = openCache(config, pools, metrics, logger, opened);
  const texts = new StoredTexts(pools.calls, config.dataKeys);
  const translator = createTranslator({
    engines: engines.engines,
    supervisor,
    rules: routing.routes,
    glossaries: new GlossaryLoader(pools.calls, texts),
    readStyleRules: (teamId, styleId) => findStyleRules(pools.calls, texts, teamId, styleId),
    ...(cache && { cache }),
  });
  const modelKnowledge = await readModelKnowledge(routing.engines, config, logger);
  return { pools, engines, supervisor, translator, texts, modelKnowledge };
}

/** Read once: models are installed before a start, too. */
async function readModelKnowledge(
  engines: readonly EngineDefinition[],
  { modelRegistry }: Config,
  logger: Logger,
): Promise<ModelKnowledge> {
  const idsOf = (wanted: EngineDefinition['type']) =>
    new Set(engines.filter(({ type }) => type === wanted).map(({ id }) => id));
  const modelPairs = await knownModelPairs(modelRegistry).catch((err: unknown) => {
    logger.warn('the folder of the model registry cannot be read', { err });
    return new Set<string>();
  });
  return { ruleBased: idsOf('apertium'), neural: idsOf('bergamot'), modelPairs };
}

/** Caches in memory, and also in Redis if there are data keys to wrap the teams' secrets. */
function openCache(
  { cacheBytes, dataKeys, redisUrl }: Config,
  { calls }: Pools,
  metrics: Metrics,
  logger: Logger,
  opened: AsyncDisposableStack,
): TranslationCache | undefined {
  if (cacheBytes === 0) return undefined;
  if (dataKeys === undefined) return new TranslationCache(cacheBytes, undefined, metrics);
  const redis = openRedis(redisUrl, logger);
  opened.defer(() => redis.disconnect());
  const secrets = new TeamSecrets(dataKeys, (teamId, offered) => readOrSetTeamSecret(calls, teamId, offered));
  return new TranslationCache(cacheBytes, { redis, secrets }, metrics);
}

export type Check = { name: string; ok: boolean; detail: string };

/** Old enough to spare the database, recent enough for a load balancer that asks every few seconds. */
const readinessCacheMs = 1_000;

/** `silentMs`: the time since the last heartbeat, if the process writes one. */
export function createReadinessCheck(
  translation: Translation,
  metrics: Metrics,
  silentMs: () => number = () => 0,
): () => Promise<Check[]> {
  return cachedFor(readinessCacheMs, () => checkReadiness(translation, metrics, silentMs));
}

async function checkReadiness(
  { pools, engines: { engines } }: Translation,
  metrics: Metrics,
  silentMs: () => number,
): Promise<Check[]> {
  const [database, healths] = await Promise.all([
    readDatabaseState(pools.calls),
    Promise.all(engines.map(async (engine) => ({ engine: engine.id, ...(await engine.health()) }))),
  ]);
  const detail = healths.map((health) => `${health.engine}: ${health.detail}`).join('; ');
  const checks = [
    { name: 'database', ...judgeHeartbeat(database, silentMs()) },
    // One healthy engine is enough to serve calls.
    { name: 'engines', ok: healths.some((health) => health.healthy), detail },
  ];
  for (const { name, ok } of checks) metrics.reportCheck(name, ok);
  return checks;
}

async function refuseOldSchema(pending: () => Promise<string[]>): Promise<void> {
  const missing = await pending().catch((cause: Error) => {
    const [what, remedy] = describeTlsFailure(cause) ?? [
      cause.message,
      'Check DATABASE_URL and that Postgres runs.',
    ];
    throw new OperatorError(`The database can't be reached: ${what}`, remedy, { cause });
  });
  if (missing.length > 0) {
    throw new OperatorError(
      `The database lacks the migrations ${missing.join(', ')}.`,
      'Run: dragoman migrate',
    );
  }
}
