import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RedisClient } from './connection.ts';

export interface Script {
  readonly source: string;
  readonly sha: string;
}

/** Reads a Lua file from this folder. */
export function readScript(file: string): Script {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  return { source, sha: createHash('sha1').update(source).digest('hex') };
}

/**
 * Runs the script by its hash. Sends the source if the server does not know it: because it is new, was
 * restarted or flushed, or is another server of a Cluster.
 */
export async function runScript(
  redis: RedisClient,
  { source, sha }: Script,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(source, keys.length, ...keys, ...args);
  }
}
