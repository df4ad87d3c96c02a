/** Which batch a thread gets next, and which work of a thread is not worth finishing. */
import { modelKey } from './models.ts';
import type { TextBatch } from './text-batch.ts';
import { lengthInPortions } from './thread-job.ts';
import type { TranslatingThread } from './translating-thread.ts';

/** Longer than it takes to load a model, so a call may wait this long for a thread that has its model. */
const maxWaitForModelMs = 300;

/**
 * A cancelled job longer than this is stopped. Starting a thread and loading a model takes about a
 * second, the time of four portions.
 */
const maxAbandonedPortions = 8;

export interface ChosenWork {
  readonly thread: TranslatingThread;
  readonly batch: TextBatch;
}

/** Selects a batch of `waiting`, which is in order, and a thread for it. `start` starts one if it may. */
export function chooseWork(
  waiting: readonly TextBatch[],
  idle: readonly TranslatingThread[],
  start: () => TranslatingThread | undefined,
): ChosenWork | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const threadWith = ({ model }: TextBatch) => idle.find((thread) => thread.has(modelKey(model)));
  const isPatient = performance.now() - first.waitingSince < maxWaitForModelMs;
  for (const batch of isPatient ? waiting : [first]) {
    const thread = threadWith(batch);
    if (thread !== undefined) return { thread, batch };
  }
  const thread = start() ?? idle.toSorted((a, b) => a.models.length - b.models.length)[0];
  return thread && { thread, batch: first };
}

/** Nobody waits for its answers any longer, and starting a new thread takes less time. */
export function isWorthStopping({ job }: TranslatingThread): boolean {
  if (job === undefined || lengthInPortions(job) <= maxAbandonedPortions) return false;
  return job.portions.every(({ batch }) => batch.isOver);
}
