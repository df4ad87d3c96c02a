/**
 * Long work on the page's own thread, a slice at a time: between two slices the browser draws, scrolls and takes keys.
 * Work is a generator that yields wherever it may be interrupted.
 */
export type Work<Result> = Generator<undefined, Result, undefined>;

/** Half of a frame: a key that is pressed meanwhile is answered in the next one. */
const sliceMs = 8;
/** Asking for the time costs as much as a few steps. */
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

/** The same in one go: for tests, and for what is known to be short. */
export function atOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
