/**
 * Waits that count only the time in which the event loop runs. An ordinary timer becomes due while the loop
 * is blocked and fires before the data that arrived during the stall is read, so a remote peer would be
 * blamed for our stall.
 */

/**
 * A stall counts as one step, however long it was. Shorter steps need more timers and are not more accurate.
 */
const stepMs = 10;

/**
 * Calls back after `ms` of running time, once all data that arrived by then is read. Returns a cancel
 * function.
 */
export function afterRunningTime(ms: number, callback: () => void): () => void {
  let leftMs = ms;
  let immediate: NodeJS.Immediate | undefined;
  const step = () => {
    leftMs -= stepMs;
    if (leftMs > 0) timer = setTimeout(step, Math.min(stepMs, leftMs));
    // Node reads sockets between the timers and the immediates of one turn of the loop.
    else immediate = setImmediate(callback);
  };
  let timer = setTimeout(step, Math.min(stepMs, leftMs));
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
