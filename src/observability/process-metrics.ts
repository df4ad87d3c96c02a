/** Metrics of the process itself. All servers in it share them, because what they observe is watched until the process ends. */
import { collectDefaultMetrics, Registry } from '@prometheus-io/client';

const prefix = 'dragoman_';

let registry: Registry | undefined;

export function processMetrics(): Registry {
  registry ??= collect();
  return registry;
}

function collect(): Registry {
  const collected = new Registry();
  // Quantiles of the last minute would be kept in windows, and after a change of the clock each window that it skipped is made
  // up for, on the main thread: minutes for a clock that was decades behind. The histogram beside them needs none.
  collectDefaultMetrics({
    register: collected,
    prefix,
    eventLoopUtilizationMaxAgeSeconds: 0,
    eventLoopUtilizationAgeBuckets: 1,
  });
  collected.removeSingleMetric(`${prefix}nodejs_eventloop_utilization_summary`);
  return collected;
}
