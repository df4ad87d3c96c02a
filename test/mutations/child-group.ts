/** Waits for a child that leads a process group of its own (`detached`), and ends all of the group if it must. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** How long an interrupted child has to put away what it started. A worker of it in an endless loop never ends by itself. */
const graceMs = 30_000;

/** Returns false if the child had to be ended because it took longer than the limit. */
export async function endsWithin(child: ChildProcess, limitMs: number): Promise<boolean> {
  let isInTime = true;
  let killing: NodeJS.Timeout | undefined;
  const limit = setTimeout(() => {
    isInTime = false;
    child.kill('SIGINT');
    killing = setTimeout(() => killGroup(child), graceMs);
  }, limitMs);
  // A terminal interrupts only this process, not the child's group.
  const interrupt = () => {
    child.kill('SIGINT');
    process.kill(process.pid, 'SIGINT');
  };
  process.once('SIGINT', interrupt);
  await once(child, 'close');
  process.off('SIGINT', interrupt);
  clearTimeout(limit);
  clearTimeout(killing);
  return isInTime;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
