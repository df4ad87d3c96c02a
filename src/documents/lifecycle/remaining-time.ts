/**
 * Estimates how long a document still takes: the queue ahead of it at the pace of all workers together, plus
 * the rest of the document at its own pace. Every document also takes some time whatever its size. All of this is
 * measured; a document without a pace gets the pace of other documents.
 */
import type { QueueAhead } from '../../store/postgres/document-queue-state.ts';
import type { DocumentRow } from '../../store/postgres/documents.ts';

export interface Course extends Pick<DocumentRow, 'state' | 'characters' | 'translated'> {
  /** Time since a worker took the document; 0 while it waits. */
  readonly runningMs: number;
  /** Time until it is deleted, translated or not. */
  readonly lifetimeMs: number;
}

/** Characters per second of an engine on a few cores, until a pace has been measured. */
const assumedPace = 2_000;

/** The pace of other documents weighs as much as this much time of the document's own work. */
const typicalPaceWeightMs = 2_000;

/** An engine at this pace takes minutes for a page. A slower measurement is that of an engine that was away. */
const slowestPace = 10;

/** Opening and storing a small file takes less than this even on a busy machine. */
const longestOverhead = 30;

/** Undefined if there is no worker, because no estimate is possible then. */
export function secondsRemaining(course: Course, queue: QueueAhead): number | undefined {
  if (course.state === 'done' || course.state === 'error') return 0;
  if (queue.workers === 0) return undefined;
  const typicalPace = Math.max(slowestPace, queue.recentPace ?? assumedPace);
  const overhead = Math.min(longestOverhead, queue.recentOverhead ?? 0);
  const timeFor = (characters: number, documents: number) => characters / typicalPace + documents * overhead;
  const left = course.characters - course.translated;
  const seconds =
    course.state === 'translating'
      ? left / ownPace(course, typicalPace)
      : timeFor(queue.charactersAhead, queue.documentsAhead) / queue.workers + timeFor(left, 1);
  return Math.max(1, Math.ceil(Math.min(seconds, course.lifetimeMs / 1_000)));
}

function ownPace({ translated, runningMs }: Course, typicalPace: number): number {
  const measured = runningMs / 1_000 + typicalPaceWeightMs / 1_000;
  return Math.max(1, (translated + (typicalPace * typicalPaceWeightMs) / 1_000) / measured);
}
