/**
 * How many nodes serve calls, by heartbeats in Postgres: the divisor of a node's share while Redis is away. Each says
 * as well whether it reaches Redis: a node that alone doesn't takes its share by itself, and the others, who still
 * share Redis, must leave it to it.
 */
import { oneAtATime } from '../lib/one-at-a-time.ts';
import type { Logger } from '../observability/logger.ts';

const beatEveryMs = 1_000;

interface NodeCount {
  readonly live: number;
  readonly othersAlone: number;
}

export interface LiveNodes {
  count(): NodeCount;
  /** Tells the others at once, not with the next beat. */
  announce(isAlone: boolean): void;
  /** How long ago the last beat was written. */
  silentMs(): number;
  close(): Promise<void>;
}

/** The first beat is awaited, so that the others count this node before it serves its first call. */
export async function followLiveNodes(
  beat: (isAlone: boolean) => Promise<NodeCount>,
  sayGoodbye: () => Promise<void>,
  logger: Logger,
): Promise<LiveNodes> {
  let isAlone = false;
  let count = await beat(isAlone);
  let lastBeatMs = performance.now();
  let beating: Promise<void> = Promise.resolve();
  const next = oneAtATime(async () => {
    try {
      count = await beat(isAlone);
      lastBeatMs = performance.now();
    } catch (err) {
      // Without Postgres the last count stands: guessing "the only one" would give this node the whole limit.
      logger.warn('the nodes could not be counted', { err });
    }
  });
  const beatNow = () => {
    beating = next();
  };
  const timer = setInterval(beatNow, beatEveryMs);
  timer.unref();
  return {
    count: () => count,
    announce(alone) {
      isAlone = alone;
      beatNow();
    },
    silentMs: () => performance.now() - lastBeatMs,
    async close() {
      clearInterval(timer);
      await beating;
      await sayGoodbye().catch((err: unknown) => logger.warn('the node could not sign off', { err }));
    },
  };
}
