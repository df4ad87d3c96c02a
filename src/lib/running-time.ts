/**
 * Waits by the time in which this process's event loop turns. A timer alone goes by the clock: while the loop is blocked
 * it falls due, and it fires before anything is read that arrived meanwhile, so others would get the blame for our stall.
 */

/** A stall counts as one step, however long it was. Shorter steps would cost more timers and tell no more. */
const stepMs = 10;

/** Calls back after `ms` of running time, when all that had arrived by then was read. Returns how to cancel it. */
export function afterRunningTime(ms: number, callback: () => void): () => void {
  let leftMs = ms;
  let immediate: NodeJS.Immediate | undefined;
  const step = () => {
    leftMs -= stepMs;
    if (leftMs > 0) timer = setTimeout(step, Math.min(stepMs, leftMs));
    // Sockets are read between the timers and the immediates of one turn of the loop.
    else immediate = setImmediate(callback);
  };
  let timer = setTimeout(step, Math.min(stepMs, leftMs));
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
