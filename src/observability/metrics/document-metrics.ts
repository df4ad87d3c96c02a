/** Documents: how many are in each state, how long the oldest has waited, and the outcomes on this node. */
import type { Registry } from '@prometheus-io/client';
import { metersIn } from './meters.ts';

const states = ['queued', 'translating', 'done', 'error'];

export type DocumentMetrics = ReturnType<typeof createDocumentMetrics>;

export function createDocumentMetrics(registry: Registry) {
  const { counter, gauge, histogram } = metersIn(registry);
  const byState = gauge(
    'dragoman_documents',
    'Documents of the installation by state; those that are done or failed stay for 24 hours',
    ['state'],
  );
  const oldest = gauge(
    'dragoman_documents_oldest_wait_seconds',
    'How long the oldest document has waited for a worker; 0 if none waits',
  );
  const ended = counter(
    'dragoman_documents_ended_total',
    'Documents that this process has worked on, by how they ended',
    ['outcome'],
  );
  const characters = counter(
    'dragoman_document_characters_total',
    'Characters of the documents that this process has translated',
  );
  const seconds = histogram(
    'dragoman_document_seconds',
    'How long the work on a document took, without its time in the queue',
    [],
    [0.5, 1, 2, 5, 10, 30, 60, 300, 1_800, 7_200],
  );
  // Starts the series at zero; otherwise the first failure would not be an increase.
  for (const outcome of ['done', 'error']) ended.inc({ outcome }, 0);

  return {
    /** For the whole installation. */
    reportDocuments(counts: {
      readonly byState: Readonly<Record<string, number>>;
      readonly oldestWaitSeconds: number;
    }) {
      for (const state of states) byState.set({ state }, counts.byState[state] ?? 0);
      oldest.set(counts.oldestWaitSeconds);
    },
    /** Counts a document that this process has translated or failed to translate. */
    countDocument(outcome: 'done' | 'error', count: number, durationMs: number) {
      ended.inc({ outcome });
      if (outcome === 'done') characters.inc(count);
      seconds.observe(durationMs / 1_000);
    },
  };
}
