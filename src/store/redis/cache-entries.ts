/**
 * Cache entries in Redis, which are unreadable there. All entries of a team share a hash tag, so that one
 * command fetches many, also on a Cluster. Losing them at any time costs only time.
 */
import { requestLimits } from '../../lib/request-limits.ts';
import { type RedisClient, withRedisTimeout } from './connection.ts';

const keptSeconds = 24 * 3_600;

/** `alias` represents the team without identifying it. */
const keyOf = (alias: string, id: string) => `cache:{${alias}}:${id}`;

/** Returns one entry per ID; undefined if there is none. */
export async function readEntries(
  redis: RedisClient,
  alias: string,
  ids: readonly string[],
): Promise<(Buffer | undefined)[]> {
  const found = await withRedisTimeout(redis.mgetBuffer(...ids.map((id) => keyOf(alias, id))));
  return found.map((entry) => entry ?? undefined);
}

export async function writeEntries(
  redis: RedisClient,
  alias: string,
  entries: readonly (readonly [id: string, sealed: Buffer])[],
): Promise<void> {
  const pipeline = redis.pipeline();
  for (const [id, sealed] of entries) pipeline.set(keyOf(alias, id), sealed, 'EX', keptSeconds);
  await withRedisTimeout(pipeline.exec(), requestLimits.redisWritePatienceMs);
}
