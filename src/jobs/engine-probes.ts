/**
 * Says when engines are asked how they are: every two seconds, so that calls don't have to fail first to find out. A bad
 * answer is asked for once more at once: one that came late may be a stall of this process, and a lost connection is
 * soon replaced; neither is worth refusing every call until the next round.
 */
import { oneAtATime } from '../lib/one-at-a-time.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { EngineSupervisor } from '../translate/supervision/engine-supervisor.ts';
import type { Job } from './job.ts';

const everyMs = 2_000;
/** An engine that doesn't even say how it is within this time is not well. */
const patienceMs = 1_500;

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
      logger.warn(healthy ? 'an engine is well again' : 'an engine is not well', {
        engine: engine.id,
        reason: detail,
      });
    }
    lastKnown.set(engine.id, healthy);
  };
  const probeAll = oneAtATime(async () => {
    await Promise.all(engines.map(probe));
  });
  let running = probeAll();
  const timer = setInterval(() => {
    running = probeAll();
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

async function healthWithin(engine: ProbedEngine): Promise<{ healthy: boolean; detail: string }> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<{ healthy: boolean; detail: string }>((resolve) => {
    timer = setTimeout(resolve, patienceMs, {
      healthy: false,
      detail: `did not say how it is within ${patienceMs} ms`,
    });
  });
  try {
    return await Promise.race([engine.health(), tooLate]);
  } catch (error) {
    return { healthy: false, detail: error instanceof Error ? error.message : 'its health check failed' };
  } finally {
    clearTimeout(timer);
  }
}
