/**
 * The connection to Redis, which holds counters and ciphertext and may be lost at any moment. What a
 * call asks of it gives up after 50 ms: a stopped Redis must slow a call down, never hang it. One server or a Cluster: the
 * address says which, and nothing else needs to know.
 */
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { afterRunningTime } from '../../lib/running-time.ts';
import { describeTlsFailure } from '../../lib/tls-failures.ts';
import type { Logger } from '../../observability/logger.ts';

export type RedisClient = Redis | Cluster;

/** What a call waits for Redis at most; see `withinPatience`. */
const patienceMs = 50;
const connectTimeoutMs = 1_000;
/**
 * A connection that owes an answer for this long is dead, whatever TCP believes: a new one may reach a new server. The
 * client counts by the clock, so a stall of this process counts too: it must be longer than any that is to be expected.
 * Calls don't wait for it: they have fallen back long before.
 */
const socketTimeoutMs = 5_000;
/** Often enough to be back within two seconds of Redis; a refused connection costs next to nothing. */
const reconnectEveryMs = 200;

// No `commandTimeout`: after a stall it fires before an answer is read that has long arrived. See `withinPatience`.
const options = {
  connectTimeout: connectTimeoutMs,
  socketTimeout: socketTimeoutMs,
  // A command that was lost with its connection has failed: sent again later, it would answer nobody's question.
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} satisfies RedisOptions;

/** For an operator's question, which may take its time: also on a machine that is busy with other things. */
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

/** Connects in the background and for ever; commands fail at once while there is no connection. */
export function openRedis(url: string, logger: Logger): RedisClient {
  const client = createClient(url, { options, lazyConnect: false, retry: () => reconnectEveryMs });
  let isTrusted = true;
  // Without a listener ioredis prints the error; one line per attempt would be five a second.
  client.on('error', (err) => {
    logger.debug('the connection to Redis failed', { err });
    const tls = describeTlsFailure(err);
    // Redis that is away comes back by itself; one that is not trusted does not.
    if (tls !== undefined && isTrusted) logger.warn(`Redis is refused: ${tls.join('. ')}`);
    isTrusted = tls === undefined;
  });
  return client;
}

/** Resolves when the client can take commands or when it has had its chance: Redis is never waited for longer. */
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
  // The servers of a Cluster are connected to by the first command for each: better this one than a call's.
  if (client instanceof Cluster) {
    const pings = client.nodes('master').map((node) => withinPatience(node.ping(), timeoutMs));
    await Promise.allSettled(pings);
  }
}

/**
 * Bounds everything that one question to Redis takes, with its second attempts; a Cluster client makes some by
 * itself. Time in which this process was busy with itself does not count: an answer that has arrived meanwhile is read
 * before Redis gets the blame.
 */
export async function withinPatience<T>(work: Promise<T>, ms = patienceMs): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cancel = afterRunningTime(ms, () => reject(new Error(`Redis did not answer within ${ms} ms`)));
  try {
    return await Promise.race([work, promise]);
  } finally {
    cancel();
  }
}

/** The version of the Redis (or Valkey) server at this address; fails when it doesn't answer. */
export async function redisVersion(url: string): Promise<string> {
  const redis = createClient(url, { options: patientOptions, lazyConnect: true, retry: () => null });
  // `connect()` says no more than that there is no connection.
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

/** Several addresses separated by commas, or `?cluster=true` behind one, are a Cluster. */
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
