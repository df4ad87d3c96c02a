/** The thread of the stall guard. It must need nothing of the main thread: no console, no pino, no import later on. */
import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { MainThreadSession } from './main-thread-session.ts';
import type { StallThreadData } from './stall-guard.ts';
import { parseCpuMs, StallWatch } from './stall-watch.ts';
import { writeLogLine } from './write-log-line.ts';

const { limitMs, stackPatienceMs, turns, statFile, isSilent } = workerData as StallThreadData;
/** At most a second late, and never fewer than eight looks within the limit. */
const lookMs = Math.min(1_000, limitMs / 8);
const killPatienceMs = 1_000;
/** What a shell reports for SIGKILL. */
const killedStatus = 137;

const counter = new Int32Array(turns);
const watch = new StallWatch(limitMs, 2 * lookMs, () => parseCpuMs(readFileSync(statFile, 'latin1')));
let isEnding = false;

setInterval(() => {
  const seen = Atomics.load(counter, 0);
  if (isEnding || !isStalled(seen)) return;
  isEnding = true;
  void endUnlessItTurns(seen);
}, lookMs);

/** A look that fails, for want of a file descriptor, is one that did not happen. */
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

/** Not SIGABRT: a core file would hold callers' texts. */
function endProcess(session: MainThreadSession): void {
  process.kill(process.pid, 'SIGKILL');
  // Still here: the kernel spares process 1 of a container without an init. Then the main thread has to exit by itself.
  setTimeout(() => session.exitProcess(killedStatus), killPatienceMs);
}
