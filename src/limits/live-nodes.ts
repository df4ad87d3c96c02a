/**
 * Counts the nodes that serve calls, by heartbeats in Postgres; without Redis, a node's share of a limit is
 * divided by that count. A heartbeat also says whether its node reaches Redis: a node that does not takes its
 * share by itself, so the nodes that still share Redis must leave that share to it.
 */
import { runEvery } from '../lib/run-every.ts';
import type { Logger } from '../observability/logger.ts';

const beatEveryMs = 1_000;

interface NodeCount {
  readonly live: number;
  readonly othersAlone: number;
}

export interface LiveNodes {
  count(): NodeCount;
  /** Tells the other nodes at once, not with the next heartbeat. */
  announce(isAlone: boolean): void;
  /** The time since the last heartbeat was written. */
  silentMs(): number;
  close(): Promise<void>;
}

/** The first heartbeat is awaited, so that the other nodes count this one before it serves its first call. */
export async function followLiveNodes(
  beat: (isAlone: boolean) => Promise<NodeCount>,
  removeNode: () => Promise<void>,
  logger: Logger,
): Promise<LiveNodes> {
  let isAlone = false;
  let count = await beat(isAlone);
  let lastBeatMs = performance.now();
  const beats = runEvery(beatEveryMs, async () => {
    try {
      count = await beat(isAlone);
      lastBeatMs = performance.now();
    } catch (err) {
      // Without Postgres the last count is used: assuming a single node would give this one the whole limit.
      logger.warn('the nodes could not be counted', { err });
    }
  });
  return {
    count: () => count,
    announce(alone) {
      isAlone = alone;
      void beats.runNow();
    },
    silentMs: () => performance.now() - lastBeatMs,
    async close() {
      await beats.stop();
      await removeNode().catch((err: unknown) => logger.warn('the node could not sign off', { err }));
    },
  };
}
