/**
 * The cache's entries in Redis: bytes that say nothing to whoever reads them there. All of a team's share a hash tag,
 * so that one question fetches many, on a Cluster too. Losing them at any moment loses nothing but time.
 */
import { type RedisClient, withinPatience } from './connection.ts';

const keptSeconds = 24 * 3_600;
/** No call waits for a write. */
const writePatienceMs = 200;

/** `alias` stands for the team and names nobody. */
const keyOf = (alias: string, id: string) => `cache:{${alias}}:${id}`;

/** One answer for each id; undefined where there is none. */
export async function readEntries(
  redis: RedisClient,
  alias: string,
  ids: readonly string[],
): Promise<(Buffer | undefined)[]> {
  const found = await withinPatience(redis.mgetBuffer(...ids.map((id) => keyOf(alias, id))));
  return found.map((entry) => entry ?? undefined);
}

export async function writeEntries(
  redis: RedisClient,
  alias: string,
  entries: readonly (readonly [id: string, sealed: Buffer])[],
): Promise<void> {
  const pipeline = redis.pipeline();
  for (const [id, sealed] of entries) pipeline.set(keyOf(alias, id), sealed, 'EX', keptSeconds);
  await withinPatience(pipeline.exec(), writePatienceMs);
}
