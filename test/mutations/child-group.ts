/** Waits for a child that leads a process group of its own (`detached`), and ends all of the group if it must. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a group that was interrupted has to put away what it started. */
const graceMs = 30_000;
const lookEveryMs = 100;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns false if the child had to be ended because it took longer than the limit. */
export async function endsWithin(child: ChildProcess, limitMs: number): Promise<boolean> {
  // Who stops this process does not reach the child's group.
  const stop = (signal: NodeJS.Signals) => {
    child.kill('SIGINT');
    process.kill(process.pid, signal);
  };
  for (const signal of stopSignals) process.once(signal, stop);
  const abort = new AbortController();
  const close = once(child, 'close').then(() => true);
  const isInTime = await Promise.race([
    close,
    delay(limitMs, false, { signal: abort.signal }).catch(() => false),
  ]);
  abort.abort();
  if (!isInTime) await endGroup(child);
  await close;
  for (const signal of stopSignals) process.off(signal, stop);
  return isInTime;
}

/** A worker in an endless loop outlives the child that started it. */
async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  child.kill('SIGINT');
  for (let waitedMs = 0; waitedMs < graceMs && signalGroup(pid, 0); waitedMs += lookEveryMs)
    await delay(lookEveryMs);
  signalGroup(pid, 'SIGKILL');
}

/** Returns whether there is such a group. */
function signalGroup(pid: number, signal: 0 | 'SIGKILL'): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
