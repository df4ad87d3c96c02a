/**
 * Engines on this machine run at a lower priority than the server and a Postgres beside it. Otherwise a dozen
 * CPU-bound stages or threads would delay every step of every call.
 */
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { requestLimits } from '../lib/request-limits.ts';

/**
 * Linux schedules threads by their own priority; elsewhere this would slow down the whole process. A sandbox may
 * forbid it, and a thread translates at any priority.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(requestLimits.engineNiceness);
  } catch {
    // It keeps the priority of the server.
  }
}

/** How often a user other than root may change the priority of a session. */
const changeEveryMs = 100;

/**
 * Where Linux groups processes by session (`kernel.sched_autogroup_enabled`), every session gets the same share of the
 * processor, and the niceness of a process counts only within its session.
 */
export function lowerSessionPriority(pid: number, tries = 20): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(requestLimits.engineNiceness));
  } catch (error) {
    // Another one was changed a moment ago. Any other failure means that there are no such groups here.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || tries <= 1) return;
    setTimeout(() => lowerSessionPriority(pid, tries - 1), changeEveryMs).unref();
  }
}
