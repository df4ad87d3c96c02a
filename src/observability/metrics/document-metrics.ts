/** Documents: how many are in each state, how long the oldest has waited, and the outcomes on this node. */
import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';

export interface DocumentMetrics {
  /** For the whole installation. */
  reportDocuments(counts: {
    readonly byState: Readonly<Record<string, number>>;
    readonly oldestWaitSeconds: number;
  }): void;
  /** Counts a document that this process has translated or failed to translate. */
  countDocument(outcome: 'done' | 'error', characters: number, durationMs: number): void;
}

const states = ['queued', 'translating', 'done', 'error'];

export function createDocumentMetrics(registry: Registry): DocumentMetrics {
  const registers = [registry];
  const byState = new Gauge({
    name: 'dragoman_documents',
    help: 'Documents of the installation by state; those that are done or failed stay for 24 hours',
    labelNames: ['state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'dragoman_documents_oldest_wait_seconds',
    help: 'How long the oldest document has waited for a worker; 0 if none waits',
    registers,
  });
  const ended = new Counter({
    name: 'dragoman_documents_ended_total',
    help: 'Documents that this process has worked on, by how they ended',
    labelNames: ['outcome'],
    registers,
  });
  const characters = new Counter({
    name: 'dragoman_document_characters_total',
    help: 'Characters of the documents that this process has translated',
    registers,
  });
  const seconds = new Histogram({
    name: 'dragoman_document_seconds',
    help: 'How long the work on a document took, without its time in the queue',
    buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200],
    registers,
  });
  // Starts the series at zero; otherwise the first failure would not be an increase.
  for (const outcome of ['done', 'error']) ended.inc({ outcome }, 0);

  return {
    reportDocuments(counts) {
      for (const state of states) byState.set({ state }, counts.byState[state] ?? 0);
      oldest.set(counts.oldestWaitSeconds);
    },
    countDocument(outcome, count, durationMs) {
      ended.inc({ outcome });
      if (outcome === 'done') characters.inc(count);
      seconds.observe(durationMs / 1_000);
    },
  };
}
