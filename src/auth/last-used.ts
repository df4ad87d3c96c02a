/**
 * Records when each key was last used, to support key rotation. Writes are batched, and at most one a minute
 * per key, because a write per call would cost more than the calls themselves. The first use is visible
 * within a second.
 */
import { runEvery } from '../lib/run-every.ts';
import type { Logger } from '../observability/logger.ts';
import { noteKeysUsed } from '../store/postgres/api-keys.ts';
import type { Database } from '../store/postgres/database.ts';

const flushEveryMs = 1_000;
const oncePerKeyMs = 60_000;

export interface LastUsedRecorder {
  note(keyId: string): void;
  /** Writes the pending times, then stops. */
  close(): Promise<void>;
}

type Write = (ids: string[], times: Date[]) => Promise<void>;

export function createLastUsedRecorder(db: Database, logger: Logger): LastUsedRecorder {
  return recordLastUsed((ids, times) => noteKeysUsed(db, ids, times), logger, Date.now);
}

export function recordLastUsed(write: Write, logger: Logger, now: () => number): LastUsedRecorder {
  const waiting = new Map<string, number>();
  // Keys written within the last minute. A Map keeps insertion order, so the oldest are pruned from its front.
  const written = new Map<string, number>();

  const flushes = runEvery(flushEveryMs, async () => {
    forgetOlderThan(written, now() - oncePerKeyMs);
    if (waiting.size === 0) return;
    const batch = [...waiting];
    waiting.clear();
    for (const [id, at] of batch) written.set(id, at);
    try {
      await write(
        batch.map(([id]) => id),
        batch.map(([, at]) => new Date(at)),
      );
    } catch (err) {
      // Losing a "last used" time is better than failing or delaying calls; the next use records it again.
      for (const [id] of batch) written.delete(id);
      logger.warn('could not note when keys were last used', { err, count: batch.length });
    }
  });

  return {
    note(keyId) {
      if (!written.has(keyId)) waiting.set(keyId, now());
    },
    async close() {
      void flushes.runNow();
      await flushes.stop();
    },
  };
}

function forgetOlderThan(written: Map<string, number>, limit: number): void {
  for (const [id, at] of written) {
    if (at > limit) return;
    written.delete(id);
  }
}
