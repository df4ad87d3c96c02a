/** Checks of single dependencies of the service, each with a fix for the problem it finds. */
import type { Config } from '../config/config.ts';
import type { EngineDefinition } from '../config/file-engines.ts';
import type { Engine } from '../engines/engine.ts';
import { OperatorError } from '../lib/errors.ts';
import type { LanguagePair } from '../lib/language-tag.ts';
import { describeTlsFailure } from '../lib/tls-failures.ts';
import { createLogger } from '../observability/logger.ts';
import { type Database, serverVersion } from '../store/postgres/database.ts';
import { type DatabaseState, readDatabaseState } from '../store/postgres/database-state.ts';
import { pendingMigrations } from '../store/postgres/migrate.ts';
import { refuseTransactionPooling } from '../store/postgres/transaction-pooling.ts';
import { openEngines, redisVersion } from './loaded-on-demand.ts';
import { describeError } from './report-failure.ts';
import { type Environment, withDatabase } from './with-database.ts';

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** The check passed, but the operator should change something. */
  readonly isWarning?: boolean;
  readonly detail: string;
  readonly remedy?: string;
}

const oldestPostgres = 15;

/** Checks the server, and whether its schema matches this version. */
export async function examineDatabase(env: Environment): Promise<{ database: Finding; schema?: Finding }> {
  try {
    const inspect = async (db: Database) => {
      await refuseTransactionPooling(db, db);
      return [await serverVersion(db), await readDatabaseState(db), await pendingMigrations(db)] as const;
    };
    const [version, state, pending] = await withDatabase(env, inspect, 2);
    return { database: describeServer(version, state), schema: describeSchema(pending) };
  } catch (error) {
    const remedy = 'Start Postgres and check DATABASE_URL. For a throw-away one: scripts/dev-services start';
    return { database: fault('database', error, remedy) };
  }
}

function describeServer(version: string, state: DatabaseState): Finding {
  const ok = Number.parseInt(version, 10) >= oldestPostgres;
  const finding = { check: 'database', ok, detail: `Postgres ${version}` };
  if (!ok) return { ...finding, remedy: `Dragoman needs Postgres ${oldestPostgres} or later.` };
  if (state.ok) return finding;
  const remedy = 'Point DATABASE_URL at the primary server, or make this one writable.';
  return { check: 'database', ok: false, detail: `Postgres ${version}, ${state.detail}`, remedy };
}

function describeSchema(pending: readonly string[]): Finding {
  if (pending.length === 0) return { check: 'schema', ok: true, detail: 'up to date' };
  return {
    check: 'schema',
    ok: false,
    detail: `missing migrations: ${pending.join(', ')}`,
    remedy: 'Run: dragoman migrate',
  };
}

export async function examineRedis(redisUrl: string): Promise<Finding> {
  try {
    return { check: 'redis', ok: true, detail: `Redis ${await redisVersion(redisUrl)}` };
  } catch (error) {
    const tls = describeTlsFailure(error);
    if (tls !== undefined) return { check: 'redis', ok: false, detail: tls[0], remedy: tls[1] };
    // A Redis without TLS on this port waits for the end of a line that never comes, and sends no error.
    const remedy = redisUrl.startsWith('rediss:')
      ? 'Start Redis or Valkey, with TLS at this port, and check REDIS_URL: docs/run/tls.md'
      : 'Start Redis or Valkey and check REDIS_URL. For a throw-away one: scripts/dev-services start';
    const found = fault('redis', error, remedy);
    return nothingListens(error)
      ? { ...found, detail: "Redis can't be reached: nothing listens at its address." }
      : found;
  }
}

/** For a name with several addresses, Node reports one error for each. */
function nothingListens(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(nothingListens);
  return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

export interface ExaminedEngines {
  readonly findings: Finding[];
  /** The language pairs that can be translated, best engine first. */
  readonly pairs: readonly ExaminedPair[];
  /** A translation by one of the engines, if one was asked for and succeeded. */
  readonly example?: (ExampleText & { readonly translation: string }) | undefined;
}

export interface ExaminedPair extends LanguagePair {
  /** The id of the engine. */
  readonly engine: string;
}

export interface ExampleText extends ExaminedPair {
  readonly text: string;
}

export async function examineEngines(
  definitions: readonly EngineDefinition[],
  config: Config,
  chooseExample?: (pairs: readonly ExaminedPair[]) => ExampleText | undefined,
): Promise<ExaminedEngines> {
  const registry = await openEngines(definitions, config, createLogger('silent'));
  try {
    const findings = await Promise.all(
      registry.engines.map(async (engine) => {
        const { healthy, detail } = await engine.health();
        const finding = { check: `engine ${engine.id}`, ok: healthy, detail };
        return healthy ? finding : { ...finding, remedy: 'Fix it as docs/run/engines.md describes.' };
      }),
    );
    const pairs = registry.engines.flatMap((engine) =>
      engine.pairs().map(({ source, target }) => ({ source, target, engine: engine.id })),
    );
    const example = chooseExample?.(pairs);
    return { findings, pairs, example: example && (await translateExample(registry.engines, example)) };
  } finally {
    await registry.close();
  }
}

const exampleTimeoutMs = 30_000;

/** An engine that is healthy and still fails is found by calls; it does not keep an installation from its end. */
async function translateExample(engines: readonly Engine[], example: ExampleText) {
  const { source, target, text } = example;
  const engine = engines.find(({ id }) => id === example.engine);
  const signal = AbortSignal.timeout(exampleTimeoutMs);
  const answers = await engine?.translate({ source, target, texts: [text] }, signal).catch(() => []);
  return answers?.[0] === undefined ? undefined : { ...example, translation: answers[0] };
}

/** The remedy of an operator error is more specific than the usual one, so it takes precedence. */
export function fault(check: string, error: unknown, usualRemedy: string): Finding {
  const remedy = error instanceof OperatorError ? error.remedy : usualRemedy;
  return { check, ok: false, detail: describeError(error).replaceAll('\n', ' '), remedy };
}
