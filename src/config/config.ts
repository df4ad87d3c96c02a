/**
 * The configuration of a process, read once from the environment. No other file reads the environment, so
 * this one lists every setting there is; docs/run/configuration.md explains them.
 */

import { BlockList, isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import type { DataKeys } from '../lib/data-keys.ts';
import { OperatorError } from '../lib/errors.ts';
import { readDataKeys } from './data-keys.ts';
import { type DocumentsConfig, readDocuments } from './documents.ts';
import { readTracing, type TracingConfig } from './tracing.ts';

export type { TracingConfig } from './tracing.ts';

export interface Config {
  readonly databaseUrl: string;
  readonly databasePoolSize: number;
  readonly redisUrl: string;
  readonly publicHost: string;
  readonly publicPort: number;
  readonly consoleHost: string;
  readonly consolePort: number;
  readonly opsHost: string;
  readonly opsPort: number;
  /** Addresses and networks whose `X-Forwarded-For` is believed. Empty: nobody's. */
  readonly trustedProxies: readonly string[];
  readonly callDeadlineMs: number;
  /** How long a node that is told to stop goes on serving, while load balancers learn of it. */
  readonly drainGraceMs: number;
  /** CPU time of the main thread without a turn of its event loop after which the process ends; 0: it never does. */
  readonly stallLimitMs: number;
  /** How long a key's answer is remembered for translate calls; 0 asks Postgres every time. */
  readonly authCacheMs: number;
  /** Unknown keys that one address may try in a minute on this node; 0: any number. */
  readonly badKeysPerMinute: number;
  /** Keys of one team that are not revoked. */
  readonly maxKeysPerTeam: number;
  /** What one user may ask of the console, on this node; 0: any number. */
  readonly consoleRequestsPerSecond: number;
  /** Full months of single calls that the ledger keeps; undefined: for ever. The usage roll-up always stays. */
  readonly callRetentionMonths: number | undefined;
  readonly apertiumModesFolder: string;
  readonly apertiumPipelinesPerPair: number;
  readonly logLevel: LogLevel;
  /** What the process may take of the memory; only told in the metrics. */
  readonly memoryLimitBytes: number;
  /** Where traces go; undefined: nothing is traced. */
  readonly tracing: TracingConfig | undefined;
  /** The engines and routes; undefined: `dragoman.yaml` where it exists, else what the machine has. */
  readonly configFile: string | undefined;
  /** Bytes of the cache in memory; 0 keeps no translation anywhere. */
  readonly cacheBytes: number;
  /** They wrap the teams' secrets; without any nothing is cached in Redis. */
  readonly dataKeys: DataKeys | undefined;
  readonly documents: DocumentsConfig;
  /** Only in tests; see src/engines/stub/. How a stub engine behaves. */
  readonly stubEngine: string | undefined;
  /** Whether a stub engine may be configured at all. */
  readonly isTest: boolean;
  /** A variable that the configuration file names: the key of an engine's server. */
  variable(name: string): string | undefined;
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

type Environment = Readonly<Record<string, string | undefined>>;

export function loadConfig(env: Environment): Config {
  const faults: string[] = [];

  const text = (name: string, fallback: string) => env[name]?.trim() || fallback;
  const integer = (name: string, fallback: number, min: number, max: number) => {
    const raw = env[name]?.trim();
    if (!raw) return fallback;
    const value = Number(raw);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    faults.push(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`);
    return fallback;
  };
  const port = (name: string, fallback: number) => integer(name, fallback, 0, 65_535);

  const config: Config = {
    databaseUrl: text('DATABASE_URL', ''),
    databasePoolSize: integer('DRAGOMAN_DATABASE_POOL', 12, 3, 500),
    redisUrl: text('REDIS_URL', 'redis://127.0.0.1:6379'),
    publicHost: text('DRAGOMAN_PUBLIC_HOST', '0.0.0.0'),
    publicPort: port('DRAGOMAN_PUBLIC_PORT', 8080),
    consoleHost: text('DRAGOMAN_CONSOLE_HOST', '127.0.0.1'),
    consolePort: port('DRAGOMAN_CONSOLE_PORT', 8081),
    opsHost: text('DRAGOMAN_OPS_HOST', '127.0.0.1'),
    opsPort: port('DRAGOMAN_OPS_PORT', 9090),
    trustedProxies: text('DRAGOMAN_TRUSTED_PROXIES', '')
      .split(/[\s,]+/)
      .filter(Boolean),
    authCacheMs: integer('DRAGOMAN_AUTH_CACHE_MS', 5_000, 0, 60_000),
    badKeysPerMinute: integer('DRAGOMAN_BAD_KEYS_PER_MINUTE', 60, 0, 1_000_000),
    maxKeysPerTeam: integer('DRAGOMAN_MAX_KEYS_PER_TEAM', 200, 1, 1_000_000),
    consoleRequestsPerSecond: integer('DRAGOMAN_CONSOLE_REQUESTS_PER_SECOND', 50, 0, 100_000),
    callDeadlineMs: integer('DRAGOMAN_CALL_DEADLINE_MS', 30_000, 100, 30_000),
    // At most what the time for calls under way leaves: see drainTimeoutMs.
    drainGraceMs: integer('DRAGOMAN_DRAIN_GRACE_MS', 0, 0, 5_000),
    stallLimitMs: integer('DRAGOMAN_STALL_SECONDS', 30, 0, 3_600) * 1_000,
    callRetentionMonths: integer('DRAGOMAN_CALL_RETENTION_MONTHS', 0, 0, 1_200) || undefined,
    apertiumModesFolder: text('DRAGOMAN_APERTIUM_MODES', '/usr/share/apertium/modes'),
    apertiumPipelinesPerPair: integer('DRAGOMAN_APERTIUM_PIPELINES', availableParallelism(), 1, 256),
    logLevel: text('DRAGOMAN_LOG_LEVEL', 'info') as LogLevel,
    memoryLimitBytes: integer('DRAGOMAN_MEMORY_LIMIT_MB', 0, 0, 100_000_000) * 1_000_000 || ownMemoryLimit(),
    tracing: readTracing(env, faults),
    cacheBytes: integer('DRAGOMAN_CACHE_MB', 64, 0, 100_000) * 1_000_000,
    dataKeys: readDataKeys(env, faults),
    documents: readDocuments(env, faults, integer),
    configFile: text('DRAGOMAN_CONFIG', '') || undefined,
    stubEngine: text('DRAGOMAN_STUB_ENGINE', '') || undefined,
    isTest: env.NODE_ENV === 'test',
    variable: (name) => env[name]?.trim() || undefined,
  };

  if (!/^postgres(ql)?:\/\//.test(config.databaseUrl)) {
    faults.push('DATABASE_URL must be set to a postgres:// address.');
  }
  if (!config.redisUrl.split(',').every(isRedisAddress)) {
    faults.push('REDIS_URL must be a redis:// address, or several separated by commas for a Cluster.');
  }
  if (!logLevels.includes(config.logLevel)) {
    faults.push(`DRAGOMAN_LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${config.logLevel}".`);
  }
  if (config.stubEngine !== undefined && !config.isTest) {
    faults.push('DRAGOMAN_STUB_ENGINE is for tests alone: it needs NODE_ENV=test.');
  }
  for (const proxy of config.trustedProxies) {
    if (!isNetwork(proxy)) {
      faults.push(`DRAGOMAN_TRUSTED_PROXIES must list addresses or networks (10.0.0.0/8), not "${proxy}".`);
    }
  }

  if (faults.length > 0) {
    throw new OperatorError(
      faults.join('\n'),
      'Set the environment as docs/run/configuration.md describes, then run: dragoman doctor',
    );
  }
  return config;
}

/** Of the control group where there is one, else of the machine. */
function ownMemoryLimit(): number {
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
}

/** What the commands that need no database read of the environment. */
export function loadFileSettings(
  env: Environment,
): Pick<Config, 'configFile' | 'stubEngine'> & { modelRegistry: string } {
  return {
    configFile: env.DRAGOMAN_CONFIG?.trim() || undefined,
    stubEngine: undefined,
    modelRegistry: env.DRAGOMAN_MODEL_REGISTRY?.trim() || mozillaModels,
  };
}

const mozillaModels =
  'https://storage.googleapis.com/moz-fx-translations-data--303e-prod-translations-data/db/models.json';

function isRedisAddress(address: string): boolean {
  return /^rediss?:\/\/[^/]/.test(address.trim()) && URL.canParse(address.trim());
}

function isNetwork(proxy: string): boolean {
  const [address = '', prefix] = proxy.split('/', 2);
  const family = isIP(address);
  if (family === 0) return false;
  if (prefix === undefined) return true;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return /^\d+$/.test(prefix);
  } catch {
    return false;
  }
}
