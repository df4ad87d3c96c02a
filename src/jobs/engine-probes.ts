/**
 * Checks the health of engines every two seconds, so that calls need not fail first. A bad result is checked
 * again at once: a late answer may be caused by a stall of this process, and a lost connection is soon
 * replaced. Neither justifies refusing every call until the next round.
 */
import { runEvery } from '../lib/run-every.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { EngineSupervisor } from '../translate/supervision/engine-supervisor.ts';
import type { Job } from './job.ts';

const everyMs = 2_000;
/** An engine that does not answer a health check within this time is unhealthy. */
const healthTimeoutMs = 1_500;

export interface ProbedEngine {
  readonly id: string;
  health(): Promise<{ healthy: boolean; detail: string }>;
}

export interface EngineProbesOptions {
  readonly engines: readonly ProbedEngine[];
  readonly supervisor: EngineSupervisor;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

export function startEngineProbes({ engines, supervisor, metrics, logger }: EngineProbesOptions): Job {
  const lastKnown = new Map<string, boolean>();
  const probe = async (engine: ProbedEngine) => {
    const first = await healthWithin(engine);
    const { healthy, detail } = first.healthy ? first : await healthWithin(engine);
    supervisor.reportHealth(engine.id, { healthy, detail });
    metrics.reportEngineHealth(engine.id, healthy);
    if ((lastKnown.get(engine.id) ?? true) !== healthy) {
      logger.warn(healthy ? 'an engine is healthy again' : 'an engine is unhealthy', {
        engine: engine.id,
        reason: detail,
      });
    }
    lastKnown.set(engine.id, healthy);
  };
  const probes = runEvery(everyMs, async () => {
    await Promise.all(engines.map(probe));
  });
  void probes.runNow();
  return { close: probes.stop };
}

async function healthWithin(engine: ProbedEngine): Promise<{ healthy: boolean; detail: string }> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<{ healthy: boolean; detail: string }>((resolve) => {
    timer = setTimeout(resolve, healthTimeoutMs, {
      healthy: false,
      detail: `did not answer the health check within ${healthTimeoutMs} ms`,
    });
  });
  try {
    return await Promise.race([engine.health(), tooLate]);
  } catch (error) {
    return { healthy: false, detail: error instanceof Error ? error.message : 'the health check failed' };
  } finally {
    clearTimeout(timer);
  }
}
