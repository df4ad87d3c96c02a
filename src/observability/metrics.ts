/**
 * Metrics of this process. Labels come from small fixed sets (codes, modes, steps, configured engines): no
 * key, text, team or pair, so they contain nothing private and their number cannot grow.
 */
import { Registry } from '@prometheus-io/client';
import { type CallMetrics, createCallMetrics } from './metrics/call-metrics.ts';
import { createDocumentMetrics, type DocumentMetrics } from './metrics/document-metrics.ts';
import { createEngineMetrics, type EngineMetrics } from './metrics/engine-metrics.ts';
import { createLedgerMetrics, type LedgerMetrics } from './metrics/ledger-metrics.ts';
import { createNodeMetrics, type NodeMetrics } from './metrics/node-metrics.ts';
import { createRequestLogMetrics, type RequestLogMetrics } from './metrics/request-log-metrics.ts';
import { processMetrics } from './process-metrics.ts';

export type { CallStep, StepDurations } from './metrics/call-metrics.ts';
export type { EngineResult } from './metrics/engine-metrics.ts';

export interface Metrics
  extends CallMetrics,
    DocumentMetrics,
    EngineMetrics,
    LedgerMetrics,
    NodeMetrics,
    RequestLogMetrics {
  readonly contentType: string;
  /** The text that Prometheus scrapes. */
  expose(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const ofProcess = processMetrics();
  return {
    contentType: registry.contentType,
    expose: async () => `${await ofProcess.metrics()}${await registry.metrics()}`,
    ...createCallMetrics(registry),
    ...createDocumentMetrics(registry),
    ...createEngineMetrics(registry),
    ...createLedgerMetrics(registry),
    ...createNodeMetrics(registry),
    ...createRequestLogMetrics(registry),
  };
}
