/** How many nodes serve calls, by heartbeats in Postgres: the divisor of a node's share while Redis is away. */
import type { Logger } from '../observability/logger.ts';

const beatEveryMs = 2_000;

export interface LiveNodes {
  count(): number;
  close(): Promise<void>;
}

/** The first beat is awaited, so that the others count this node before it serves its first call. */
export async function followLiveNodes(
  beat: () => Promise<number>,
  sayGoodbye: () => Promise<void>,
  logger: Logger,
): Promise<LiveNodes> {
  let count = await beat();
  let beating: Promise<void> = Promise.resolve();
  const next = async () => {
    try {
      count = await beat();
    } catch (err) {
      // Without Postgres the last count stands: guessing "alone" would give this node the whole limit.
      logger.warn('the nodes could not be counted', { err });
    }
  };
  const timer = setInterval(() => {
    beating = beating.then(next);
  }, beatEveryMs);
  timer.unref();
  return {
    count: () => count,
    async close() {
      clearInterval(timer);
      await beating;
      await sayGoodbye().catch((err: unknown) => logger.warn('the node could not sign off', { err }));
    },
  };
}
