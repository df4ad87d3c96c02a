import { isLong } from './long-form.ts';

/** With a bound of ten times the usual, one try is enough in the gate. */
const tries = isLong ? 5 : 1;

/**
 * What something costs this thread, at its best of five tries. The time that others have the machine for is not in it,
 * nor what the first try does once and for all.
 */
export function leastWorkMs(act: () => void): number {
  const times = Array.from({ length: tries }, () => {
    const before = process.threadCpuUsage();
    act();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
