/**
 * Caches translations, first in this process's memory, then in Redis as ciphertext for a day. The cache only
 * saves work; any failure of it is a miss.
 */
import { randomBytes } from 'node:crypto';
import { mainThread, type Pace } from '../../lib/event-loop-turns.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { readEntries, writeEntries } from '../../store/redis/cache-entries.ts';
import type { RedisClient } from '../../store/redis/connection.ts';
import { MemoryCache } from './memory-cache.ts';
import { type EntryIdentity, entryId, expandSecret, open, seal, type TeamSecret } from './sealed-entries.ts';
import type { TeamSecrets } from './team-secrets.ts';

/** Redis is not used for this long after a failure, so that calls do not wait for it again and again. */
const pauseAfterFailureMs = 1_000;
/** The limit of concurrent writes. More writes than a slow Redis can handle would only fill the memory. */
const maxWrites = 100;

export interface CacheScope {
  readonly teamId: string;
  /** See `EntryIdentity`. */
  readonly route: string;
  readonly options: string;
}

/** The part of the cache that is shared with other nodes. */
export interface SharedCache {
  readonly redis: RedisClient;
  readonly secrets: TeamSecrets;
}

export class TranslationCache {
  readonly #memory: MemoryCache;
  readonly #shared: SharedCache | undefined;
  readonly #metrics: Metrics;
  /** For ids of the in-memory cache only. */
  readonly #ownSecret = expandSecret(randomBytes(32));
  #pausedUntil = 0;
  #writes = 0;

  constructor(maxBytes: number, shared: SharedCache | undefined, metrics: Metrics) {
    this.#memory = new MemoryCache(maxBytes);
    this.#shared = shared;
    this.#metrics = metrics;
  }

  /** Returns one entry for each text; undefined for a miss. */
  async read(scope: CacheScope, texts: readonly string[], pace: Pace): Promise<(string | undefined)[]> {
    const found: (string | undefined)[] = [];
    for (const text of texts) {
      if (pace.isOver) await pace.next();
      found.push(this.#memory.get(this.#memoryId(scope, text)));
    }
    await this.#readShared(scope, texts, found, pace);
    const hits = found.filter((text) => text !== undefined).length;
    this.#metrics.countCache(hits, texts.length - hits);
    return found;
  }

  /** The call does not wait for the write, so the write is not cancelled with the call. */
  async write(scope: CacheScope, texts: readonly string[], answers: readonly string[]): Promise<void> {
    const pace = mainThread.paceFor(scope.teamId);
    for (const [i, text] of texts.entries()) {
      if (pace.isOver) await pace.next();
      this.#memory.set(this.#memoryId(scope, text), answers[i] ?? '');
    }
    await this.#writeShared(scope, texts, answers, pace);
  }

  /** Fills in the entries that are not in memory. */
  async #readShared(
    scope: CacheScope,
    texts: readonly string[],
    found: (string | undefined)[],
    pace: Pace,
  ): Promise<void> {
    const missing = [...texts.keys()].filter((i) => found[i] === undefined);
    if (missing.length === 0) return;
    await this.#withShared(scope, async ({ redis }, secret) => {
      const ids: string[] = [];
      for (const i of missing) {
        if (pace.isOver) await pace.next();
        ids.push(entryId(secret, identityOf(scope, texts[i] ?? '')));
      }
      const entries = await readEntries(redis, secret.alias, ids);
      for (const [position, index] of missing.entries()) {
        if (pace.isOver) await pace.next();
        const sealed = entries[position];
        const text = sealed && open(secret, ids[position] ?? '', sealed);
        if (text === undefined) continue;
        found[index] = text;
        this.#memory.set(this.#memoryId(scope, texts[index] ?? ''), text);
      }
    });
  }

  async #writeShared(
    scope: CacheScope,
    texts: readonly string[],
    answers: readonly string[],
    pace: Pace,
  ): Promise<void> {
    if (this.#writes >= maxWrites) return;
    this.#writes++;
    await this.#withShared(scope, async ({ redis }, secret) => {
      const entries: (readonly [id: string, sealed: Buffer])[] = [];
      for (const [i, text] of texts.entries()) {
        if (pace.isOver) await pace.next();
        const id = entryId(secret, identityOf(scope, text));
        entries.push([id, seal(secret, id, answers[i] ?? '')]);
      }
      await writeEntries(redis, secret.alias, entries);
    });
    this.#writes--;
  }

  async #withShared(
    { teamId }: CacheScope,
    work: (shared: SharedCache, secret: TeamSecret) => Promise<void>,
  ): Promise<void> {
    if (this.#shared === undefined || performance.now() < this.#pausedUntil) return;
    try {
      const secret = await this.#shared.secrets.find(teamId);
      if (secret !== undefined) await work(this.#shared, secret);
    } catch {
      this.#pausedUntil = performance.now() + pauseAfterFailureMs;
    }
  }

  #memoryId(scope: CacheScope, text: string): string {
    return entryId(this.#ownSecret, { ...identityOf(scope, text), route: `${scope.teamId} ${scope.route}` });
  }
}

function identityOf({ route, options }: CacheScope, text: string): EntryIdentity {
  return { route, options, text };
}
