/**
 * The connection to Redis, which holds counters and ciphertext and may be lost at any moment. Every command
 * gives up after 50 ms: a stopped Redis must slow a call down, never hang it.
 */
import { Redis } from 'ioredis';

const commandTimeoutMs = 50;
const connectTimeoutMs = 1_000;

/** The version of the Redis (or Valkey) server at this address; fails when it doesn't answer. */
export async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    connectTimeout: connectTimeoutMs,
    commandTimeout: commandTimeoutMs,
    retryStrategy: () => null,
  });
  // Connection errors reach the caller through connect(); without a listener they would be printed as well.
  redis.on('error', () => {});
  try {
    await redis.connect();
    const info = await redis.info('server');
    return /^redis_version:(.*)$/m.exec(info)?.[1]?.trim() ?? 'unknown';
  } finally {
    redis.disconnect();
  }
}
