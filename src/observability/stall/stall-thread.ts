/** The thread of the stall guard. It must not depend on the main thread: no console, pino or later import. */
import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { MainThreadSession } from './main-thread-session.ts';
import type { StallThreadData } from './stall-guard.ts';
import { parseCpuMs, StallWatch } from './stall-watch.ts';
import { writeLogLine } from './write-log-line.ts';

const { limitMs, stackPatienceMs, turns, statFile, isSilent } = workerData as StallThreadData;
/** Detects a stall at most a second late, with at least eight checks within the limit. */
const checkMs = Math.min(1_000, limitMs / 8);
const killTimeoutMs = 1_000;
/** The exit status that a shell reports for SIGKILL. */
const killedStatus = 137;

const counter = new Int32Array(turns);
const watch = new StallWatch(limitMs, 2 * checkMs, () => parseCpuMs(readFileSync(statFile, 'latin1')));
let isEnding = false;

setInterval(() => {
  const seen = Atomics.load(counter, 0);
  if (isEnding || !isStalled(seen)) return;
  isEnding = true;
  void endUnlessItTurns(seen);
}, checkMs);

/** A check that fails, for example for lack of a file descriptor, is skipped. */
function isStalled(seen: number): boolean {
  try {
    return watch.isStalled(seen);
  } catch {
    return false;
  }
}

async function endUnlessItTurns(seen: number): Promise<void> {
  const session = new MainThreadSession();
  const stack = await session.pause(stackPatienceMs);
  const cpuMs = watch.usedMs;
  if (Atomics.load(counter, 0) !== seen) {
    session.close();
    isEnding = false;
    await log('warn', 'the event loop turns again', { cpuMs });
    return;
  }
  const where =
    stack === undefined
      ? { reason: 'the stack could not be read: the main thread runs native code, or gets no CPU' }
      : { stack };
  await log('error', 'the event loop stalled; the process ends', { cpuMs, ...where });
  endProcess(session);
}

function log(...line: Parameters<typeof writeLogLine>): Promise<void> {
  return isSilent ? Promise.resolve() : writeLogLine(...line);
}

/** Not SIGABRT: a core file would contain callers' texts. */
function endProcess(session: MainThreadSession): void {
  process.kill(process.pid, 'SIGKILL');
  // If this runs, the kernel did not kill the process, which is PID 1 of a container without an init. The
  // main thread must then exit by itself.
  setTimeout(() => session.exitProcess(killedStatus), killTimeoutMs);
}
