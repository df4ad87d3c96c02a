/**
 * The configuration of a process, read once from the environment. No other file reads the environment, so
 * this one lists every setting; docs/run/configuration.md explains them.
 */

import { availableParallelism, totalmem } from 'node:os';
import type { DataKeys } from '../lib/data-keys.ts';
import { OperatorError } from '../lib/errors.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { isNetwork } from '../lib/networks.ts';
import { inlineDataKeys, openDataKeys, readDataKeySettings, toDataKeys } from './data-keys.ts';
import { type DialectsConfig, readDialects } from './dialects.ts';
import { type DocumentsConfig, readDocuments } from './documents.ts';
import { type EventsConfig, readEvents } from './events.ts';
import { readPathPrefix } from './path-prefix.ts';
import { type CertificateFiles, readCertificateFiles } from './public-certificate.ts';
import { readPublicUrl } from './public-url.ts';
import { readSignIn, type SignInConfig } from './single-sign-on.ts';
import { readTracing, type TracingConfig } from './tracing.ts';

export type { TracingConfig } from './tracing.ts';

export interface Config {
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  readonly redisUrl: string;
  readonly publicHost: string;
  readonly publicPort: number;
  /** With a certificate, the public listener speaks HTTPS; undefined: plain HTTP. */
  readonly publicCertificate: CertificateFiles | undefined;
  readonly consoleHost: string;
  readonly consolePort: number;
  readonly opsHost: string;
  readonly opsPort: number;
  /** What a proxy leaves in front of the paths of the public listener; empty: nothing. */
  readonly pathPrefix: string;
  /** The address of the public API that people see; undefined: the dashboard derives it. */
  readonly publicUrl: string | undefined;
  /** The listener for other dialects; undefined: there is none. */
  readonly dialects: DialectsConfig | undefined;
  readonly signIn: SignInConfig;
  /** Addresses and networks whose `X-Forwarded-For` is trusted. Empty: none. */
  readonly trustedProxies: readonly string[];
  readonly callDeadlineMs: number;
  /** How long a node that is told to stop keeps serving, until load balancers notice. */
  readonly drainGraceMs: number;
  /** CPU time of the main thread without a turn of its event loop that ends the process; 0: never. */
  readonly stallLimitMs: number;
  /** How long the owner of a key is cached for translate calls; 0 asks Postgres every time. */
  readonly authCacheMs: number;
  /** Unknown keys that one address may try per minute on this node; 0: unlimited. */
  readonly badKeysPerMinute: number;
  /** The most keys of one team that are not revoked. */
  readonly maxKeysPerTeam: number;
  /** Console requests of one user on this node; 0: unlimited. */
  readonly consoleRequestsPerSecond: number;
  /** Full months of single calls in the ledger; undefined: forever. The usage roll-up is always kept. */
  readonly callRetentionMonths: number | undefined;
  /** Full months of entries in the audit logs; undefined: forever. */
  readonly auditRetentionMonths: number | undefined;
  /** Full days of the teams' request logs; 0: calls are not logged. */
  readonly requestLogDays: number;
  readonly apertiumModesFolder: string;
  readonly apertiumPipelinesPerPair: number;
  readonly logLevel: LogLevel;
  /** The memory limit of the process; only reported in the metrics. */
  readonly memoryLimitBytes: number;
  /** Where traces are sent; undefined: tracing is off. */
  readonly tracing: TracingConfig | undefined;
  /** The file with engines and routes; undefined: `dragoman.yaml` if present, else the machine's engines. */
  readonly configFile: string | undefined;
  /** Where models come from: an address or a folder. */
  readonly modelRegistry: string;
  /** Bytes of the in-memory cache; 0 turns caching off, also in Redis. */
  readonly cacheBytes: number;
  /**
   * They wrap the teams' secrets; without data keys nothing is cached in Redis. Only `openConfig` reads them from
   * elsewhere than the environment.
   */
  readonly dataKeys: DataKeys | undefined;
  readonly documents: DocumentsConfig;
  readonly events: EventsConfig;
  /** How a stub engine behaves. Only in tests; see src/engines/stub/. */
  readonly stubEngine: string | undefined;
  /** Whether a stub engine may be configured. */
  readonly isTest: boolean;
  /** Reads a variable that the configuration file names: the key of an engine's server. */
  variable(name: string): string | undefined;
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

type Environment = Readonly<Record<string, string | undefined>>;

export function loadConfig(env: Environment): Config {
  const problems: string[] = [];
  const isTest = env.NODE_ENV === 'test';

  const text = (name: string, fallback: string) => env[name]?.trim() || fallback;
  const integer = (name: string, fallback: number, min: number, max: number) => {
    const raw = env[name]?.trim();
    if (!raw) return fallback;
    const value = Number(raw);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    problems.push(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`);
    return fallback;
  };
  const port = (name: string, fallback: number) => integer(name, fallback, 0, 65_535);

  const pathPrefix = readPathPrefix(env, problems);
  const dataKeySettings = readDataKeySettings(env, problems);
  const config: Config = {
    databaseUrl: text('DATABASE_URL', ''),
    databasePoolSize: integer('DRAGOMAN_DATABASE_POOL', 12, 3, 500),
    redisUrl: text('REDIS_URL', 'redis://127.0.0.1:6379'),
    publicHost: text('DRAGOMAN_PUBLIC_HOST', '0.0.0.0'),
    publicPort: port('DRAGOMAN_PUBLIC_PORT', 8080),
    publicCertificate: readCertificateFiles(env, problems),
    consoleHost: text('DRAGOMAN_CONSOLE_HOST', '127.0.0.1'),
    consolePort: port('DRAGOMAN_CONSOLE_PORT', 8081),
    opsHost: text('DRAGOMAN_OPS_HOST', '127.0.0.1'),
    opsPort: port('DRAGOMAN_OPS_PORT', 9090),
    pathPrefix,
    publicUrl: readPublicUrl(env, problems, pathPrefix),
    dialects: readDialects(env, problems, port),
    signIn: readSignIn(env, problems),
    trustedProxies: text('DRAGOMAN_TRUSTED_PROXIES', '')
      .split(/[\s,]+/)
      .filter(Boolean),
    authCacheMs: integer('DRAGOMAN_AUTH_CACHE_MS', 5_000, 0, 60_000),
    badKeysPerMinute: integer('DRAGOMAN_BAD_KEYS_PER_MINUTE', 60, 0, 1_000_000),
    maxKeysPerTeam: integer('DRAGOMAN_MAX_KEYS_PER_TEAM', 200, 1, 1_000_000),
    consoleRequestsPerSecond: integer('DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND', 50, 0, 100_000),
    // Clients give up after 35 s. Tests wait for as long as a busy machine takes.
    callDeadlineMs: integer('DRAGOMAN_CALL_DEADLINE_MS', 30_000, 100, isTest ? 600_000 : 30_000),
    // At most the time that drainTimeoutMs leaves after the longest call deadline.
    drainGraceMs: integer('DRAGOMAN_DRAIN_GRACE_MS', 0, 0, 5_000),
    stallLimitMs: integer('DRAGOMAN_STALL_SECONDS', 30, 0, 3_600) * 1_000,
    callRetentionMonths: integer('DRAGOMAN_CALL_RETENTION_MONTHS', 0, 0, 1_200) || undefined,
    auditRetentionMonths: integer('DRAGOMAN_AUDIT_RETENTION_MONTHS', 0, 0, 1_200) || undefined,
    requestLogDays: integer('DRAGOMAN_REQUEST_LOG_DAYS', 7, 0, 90),
    apertiumModesFolder: text('DRAGOMAN_APERTIUM_MODES', '/usr/share/apertium/modes'),
    apertiumPipelinesPerPair: integer('DRAGOMAN_APERTIUM_PIPELINES', availableParallelism(), 1, 256),
    logLevel: text('DRAGOMAN_LOG_LEVEL', 'info') as LogLevel,
    memoryLimitBytes: integer('DRAGOMAN_MEMORY_LIMIT_MB', 0, 0, 100_000_000) * 1_000_000 || ownMemoryLimit(),
    tracing: readTracing(env, problems),
    cacheBytes: integer('DRAGOMAN_CACHE_MB', 64, 0, 100_000) * 1_000_000,
    dataKeys: dataKeySettings && inlineDataKeys(dataKeySettings, env),
    documents: readDocuments(env, problems, integer),
    events: readEvents(env, problems, integer, isTest),
    configFile: text('DRAGOMAN_CONFIG', '') || undefined,
    modelRegistry: text('DRAGOMAN_MODEL_REGISTRY', firefoxModels),
    stubEngine: text('DRAGOMAN_STUB_ENGINE', '') || undefined,
    isTest,
    variable: (name) => env[name]?.trim() || undefined,
  };

  if (!/^postgres(ql)?:\/\//.test(config.databaseUrl)) {
    problems.push('DATABASE_URL must be set to a postgres:// address.');
  }
  if (!config.redisUrl.split(',').every(isRedisAddress)) {
    problems.push('REDIS_URL must be a redis:// address, or several separated by commas for a Cluster.');
  }
  if (!logLevels.includes(config.logLevel)) {
    const nearest = nearestName(config.logLevel, logLevels);
    const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    problems.push(
      `DRAGOMAN_LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${config.logLevel}".${meant}`,
    );
  }
  if (config.stubEngine !== undefined && !config.isTest) {
    problems.push('DRAGOMAN_STUB_ENGINE is only for tests and requires NODE_ENV=test.');
  }
  for (const proxy of config.trustedProxies) {
    if (!isNetwork(proxy)) {
      problems.push(`DRAGOMAN_TRUSTED_PROXIES must list addresses or networks (10.0.0.0/8), not "${proxy}".`);
    }
  }

  if (problems.length > 0) {
    throw new OperatorError(
      problems.join('\n'),
      'Set the environment as described in docs/run/configuration.md, then run: dragoman doctor',
    );
  }
  return config;
}

/** For processes that need the data keys: also reads those that a file, a command or Vault holds. */
export async function openConfig(env: Environment): Promise<Config> {
  const config = loadConfig(env);
  const settings = readDataKeySettings(env, []);
  if (settings === undefined || config.dataKeys !== undefined) return config;
  const keys = await openDataKeys(settings);
  return { ...config, dataKeys: toDataKeys(keys.map(({ bytes }) => bytes)) };
}

/** The limit of the control group if there is one, otherwise of the machine. */
function ownMemoryLimit(): number {
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
}

/** The environment's settings for commands that need no database. */
export function loadFileSettings(
  env: Environment,
): Pick<Config, 'configFile' | 'stubEngine' | 'modelRegistry'> {
  return {
    configFile: env.DRAGOMAN_CONFIG?.trim() || undefined,
    stubEngine: undefined,
    modelRegistry: env.DRAGOMAN_MODEL_REGISTRY?.trim() || firefoxModels,
  };
}

/** The list that Firefox reads: unlike Mozilla's public list, it has a hash for every file. */
const firefoxModels =
  'https://firefox.settings.services.mozilla.com/v1/buckets/main/collections/translations-models-v2/records';

function isRedisAddress(address: string): boolean {
  return /^rediss?:\/\/[^/]/.test(address.trim()) && URL.canParse(address.trim());
}
