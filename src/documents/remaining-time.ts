/**
 * How long a document will take from now: what is ahead of it in the queue at the pace of all workers together, and what
 * is left of itself at its own pace. Both paces are measured; before a document has one, that of others counts.
 */

export interface Course {
  readonly state: 'queued' | 'translating' | 'done' | 'error';
  readonly characters: number;
  readonly translated: number;
  /** Since a worker took it; 0 while it waits. */
  readonly runningMs: number;
}

export interface QueueState {
  /** Characters of other documents that are translated before it or beside it. */
  readonly charactersAhead: number;
  /** Documents that are translated at once, over all processes. */
  readonly workers: number;
  /** Characters in a second, of one document, lately; undefined where none was finished lately. */
  readonly recentPace: number | undefined;
}

/** Of an engine on a few cores, before anything was measured. */
const assumedPace = 2_000;

/** What the pace of others counts against a document's own: as much as this time of work. */
const trustMs = 2_000;

/** Undefined where nobody can know: there is no worker. */
export function secondsRemaining(course: Course, queue: QueueState): number | undefined {
  if (course.state === 'done' || course.state === 'error') return 0;
  if (queue.workers === 0) return undefined;
  const usual = queue.recentPace ?? assumedPace;
  const left = course.characters - course.translated;
  const seconds =
    course.state === 'translating'
      ? left / ownPace(course, usual)
      : queue.charactersAhead / (usual * queue.workers) + left / usual;
  return Math.max(1, Math.ceil(seconds));
}

function ownPace({ translated, runningMs }: Course, usual: number): number {
  const measured = runningMs / 1_000 + trustMs / 1_000;
  return Math.max(1, (translated + (usual * trustMs) / 1_000) / measured);
}
