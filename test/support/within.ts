import { setTimeout as delay } from 'node:timers/promises';

/** Asks until it is so or the time is over; returns whether it came to be so. */
export async function within(limitMs: number, isSo: () => boolean): Promise<boolean> {
  const until = performance.now() + limitMs;
  while (!isSo()) {
    if (performance.now() > until) return false;
    await delay(5);
  }
  return true;
}
