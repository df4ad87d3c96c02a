/**
 * Detects a main thread that uses CPU for a long time without turning its event loop, and ends the process so
 * that its service manager restarts it. A separate thread watches, because nothing else runs on a stalled
 * main thread. Only CPU time counts: a process that was stopped, debugged, suspended or starved uses none.
 * See docs/decisions/0015-stall-guard.md.
 */
import { readlinkSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { LogLevel } from '../../config/config.ts';
import type { Logger } from '../logger.ts';

export interface StallGuard {
  close(): Promise<void>;
}

export interface StallSettings {
  /** CPU time of the main thread without a turn; 0 disables the guard. */
  readonly limitMs: number;
  readonly logLevel: LogLevel;
  /** How long to wait for the main thread's stack. */
  readonly stackPatienceMs?: number;
}

export interface StallThreadData {
  readonly limitMs: number;
  readonly stackPatienceMs: number;
  /** A 32-bit counter that increases while the event loop turns. */
  readonly turns: SharedArrayBuffer;
  /** The kernel's statistics of the main thread. */
  readonly statFile: string;
  readonly isSilent: boolean;
}

/** Four wake-ups a second have no measurable cost, and no limit is below a second. */
const turnMs = 250;
/** The thread keeps a few numbers; if it grows, it has a bug. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };

export function startStallGuard(settings: StallSettings, logger: Logger): StallGuard {
  const statFile = settings.limitMs > 0 ? findStatFile(logger) : undefined;
  if (statFile === undefined) return { close: async () => undefined };
  const { limitMs, logLevel, stackPatienceMs = 10_000 } = settings;
  const turns = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(turns);
  const timer = setInterval(() => Atomics.add(counter, 0, 1), turnMs).unref();
  const data: StallThreadData = {
    limitMs,
    stackPatienceMs,
    turns,
    statFile,
    isSilent: logLevel === 'silent',
  };
  const thread = new Worker(new URL(`./stall-thread${import.meta.url.slice(-3)}`, import.meta.url), {
    workerData: data,
    resourceLimits,
  });
  thread.unref();
  // Calls are still served, so the process keeps running.
  thread.once('error', (err) => logger.error('the stall guard failed; stalls are not noticed', { err }));
  return {
    async close() {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}

/** Only Linux lets one thread read the CPU time of another. */
function findStatFile(logger: Logger): string | undefined {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/stat`;
  } catch {
    const reason = 'this system does not tell the CPU time of a thread (/proc/thread-self)';
    logger.warn('the stall guard is off', { reason });
    return undefined;
  }
}
