/** Describes the current state of this node's engines and queues, in the form that every node can read. */
import type { Engine } from '../../engines/engine.ts';
import type { EngineReport, NodeReport, QueueReport } from '../../lib/node-report.ts';
import type { EngineSupervisor, KnownHealth, QueueStatus } from './engine-supervisor.ts';

/** More than this is not readable; an installation with every language has thousands of pairs. */
const maxQueues = 200;

export function describeNode(engines: readonly Engine[], supervisor: EngineSupervisor): NodeReport {
  return {
    engines: engines.map((engine) => describeEngine(engine, supervisor.healthOf(engine.id))),
    lanes: supervisor
      .status()
      .map(toReport)
      .toSorted((a, b) => b.waiting_characters - a.waiting_characters || b.p95_ms - a.p95_ms)
      .slice(0, maxQueues),
  };
}

function describeEngine(engine: Engine, health: KnownHealth | undefined): EngineReport {
  return {
    id: engine.id,
    version: engine.version,
    healthy: health?.healthy ?? false,
    detail: health?.detail ?? 'not checked yet',
    since: health?.since.toISOString() ?? null,
    pairs: engine.pairs().length,
    models: engine.models?.() ?? [],
    memory: engine.memory?.() ?? null,
    ...(engine.modelStore && { model_folder: engine.modelStore.folderId }),
  };
}

function toReport({ engine, pair, isOpen, waitingCharacters, times }: QueueStatus): QueueReport {
  const [p50 = 0, p95 = 0] = times.percentiles([0.5, 0.95]);
  return {
    engine,
    pair,
    is_left_alone: isOpen,
    waiting_characters: waitingCharacters,
    calls: times.count,
    p50_ms: p50,
    p95_ms: p95,
  };
}
