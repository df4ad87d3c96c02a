/**
 * The connection to Redis, which holds counters and ciphertext and may be lost at any time. A call stops
 * waiting for it after 50 ms: a stopped Redis must slow a call down, never hang it. The address says whether
 * it is one server or a Cluster; no other code needs to know.
 */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { requestLimits } from '../../lib/request-limits.ts';
import { afterRunningTime } from '../../lib/running-time.ts';
import { describeTlsFailure } from '../../lib/tls-failures.ts';
import type { Logger } from '../../observability/logger.ts';
import { GuardedConnector } from './guarded-connector.ts';

export type RedisClient = Redis | Cluster;

const connectTimeoutMs = 1_000;
/**
 * A connection that owes a response for this long is dead, whatever TCP reports; a new one may reach a new
 * server. The client measures wall-clock time, so a stall of this process counts too, and the limit must be
 * longer than any expected stall. Calls do not wait for it: they have fallen back long before.
 */
const socketTimeoutMs = 5_000;
/**
 * Often enough to reconnect within two seconds of Redis's return; refused connections cost almost nothing.
 */
const reconnectEveryMs = 200;

// No `commandTimeout`: after a stall it fires before a response is read that has long arrived. See
// `withRedisTimeout`.
const options = {
  // A Cluster's connections get it with these options too, except the one for subscriptions, which is never opened.
  Connector: GuardedConnector,
  connectTimeout: connectTimeoutMs,
  socketTimeout: socketTimeoutMs,
  // A command that was lost with its connection has failed: no caller would wait for the response if it were
  // resent.
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} satisfies RedisOptions;

/** For operators' commands, which may take longer, also on a busy machine. */
const patientOptions = {
  ...options,
  connectTimeout: 5_000,
  commandTimeout: 5_000,
  socketTimeout: 5_000,
} satisfies RedisOptions;

interface Behaviour {
  readonly options: typeof options | typeof patientOptions;
  readonly lazyConnect: boolean;
  readonly retry: () => number | null;
}

/** Connects in the background and retries forever; commands fail at once while there is no connection. */
export function openRedis(url: string, logger: Logger): RedisClient {
  const client = createClient(url, { options, lazyConnect: false, retry: () => reconnectEveryMs });
  let isTrusted = true;
  // Without a listener ioredis prints the error; one line per attempt would be five a second.
  client.on('error', (err) => {
    logger.debug('the connection to Redis failed', { err });
    const tls = describeTlsFailure(err);
    // An unavailable Redis recovers by itself; one whose certificate is not trusted does not.
    if (tls !== undefined && isTrusted)
      logger.warn(`The connection to Redis is not secure: ${tls.join('. ')}`);
    isTrusted = tls === undefined;
  });
  return client;
}

/** Resolves when the client can take commands, or after the time-out: nothing waits for Redis for longer. */
export async function untilReady(client: RedisClient, timeoutMs: number): Promise<void> {
  if (client.status !== 'ready') {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      client.once('ready', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
  // A Cluster client connects to each server with the first command for it: better with this ping than with a
  // call.
  if (client instanceof Cluster) {
    const pings = client.nodes('master').map((node) => withRedisTimeout(node.ping(), timeoutMs));
    await Promise.allSettled(pings);
  }
}

/**
 * Bounds the total time of an operation, including retries; a Cluster client makes some by itself. Time in
 * which this process was stalled does not count: a response that arrived during a stall is read before Redis
 * is blamed.
 */
export async function withRedisTimeout<T>(
  work: Promise<T>,
  ms: number = requestLimits.redisPatienceMs,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = afterRunningTime(ms, () => reject(new Error(`Redis did not answer within ${ms} ms`)));
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}

/** Returns the version of the Redis (or Valkey) server at this address; throws if it does not respond. */
export async function redisVersion(url: string): Promise<string> {
  const redis = createClient(url, { options: patientOptions, lazyConnect: true, retry: () => null });
  // `connect()` reports only that there is no connection, not why.
  let reason: Error | undefined;
  redis.on('error', (error: Error) => {
    reason ??= error;
  });
  try {
    await redis.connect().catch((error: unknown) => {
      throw reason ?? error;
    });
    const info = await redis.info('server');
    return /^redis_version:(.*)$/m.exec(info)?.[1]?.trim() ?? 'unknown';
  } finally {
    redis.disconnect();
  }
}

/** Several addresses separated by commas, or one with `?cluster=true`, mean a Cluster. */
function createClient(url: string, { options: timeOuts, lazyConnect, retry }: Behaviour): RedisClient {
  const urls = url.split(',').map((part) => new URL(part.trim()));
  const [first] = urls;
  if (first === undefined) throw new Error('REDIS_URL is empty');
  if (urls.length === 1 && first.searchParams.get('cluster') !== 'true') {
    return new Redis(url, { ...timeOuts, lazyConnect, enableOfflineQueue: false, retryStrategy: retry });
  }
  const nodes = urls.map(({ hostname, port }) => ({ host: hostname, port: Number(port) || 6379 }));
  return new Cluster(nodes, {
    lazyConnect,
    enableOfflineQueue: false,
    clusterRetryStrategy: retry,
    clusterNodeRetryStrategy: retry,
    slotsRefreshInterval: 1_000,
    redisOptions: {
      ...timeOuts,
      ...(first.username && { username: decodeURIComponent(first.username) }),
      ...(first.password && { password: decodeURIComponent(first.password) }),
      ...(first.protocol === 'rediss:' && { tls: {} }),
    },
  });
}
