/**
 * Runs long work on the main thread in time slices, so that the browser can paint, scroll and handle keys
 * between them. Work is a generator that yields wherever it may be interrupted.
 */
export type Work<Result> = Generator<undefined, Result, undefined>;

/** Half a frame, so that a key press during a slice is handled in the next frame. */
const sliceMs = 8;
/** Reading the clock costs as much as a few steps. */
const stepsBetweenLooks = 32;

export async function inSlices<Result>(work: Work<Result>, signal?: AbortSignal): Promise<Result> {
  let start = performance.now();
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (steps % stepsBetweenLooks !== 0 || performance.now() - start < sliceMs) continue;
    await new Promise((resume) => setTimeout(resume));
    signal?.throwIfAborted();
    start = performance.now();
  }
}

/** Runs the work synchronously: for tests, and for work that is known to be short. */
export function atOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
