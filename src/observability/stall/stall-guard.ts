/**
 * Notices when the main thread uses its CPU for a long time without turning its event loop, and ends the process so that
 * whoever runs it starts it again. A thread watches, because nothing on a stalled main thread runs. CPU time is what
 * counts: a process that was stopped, debugged, suspended or starved uses none. See docs/decisions/0015-stall-guard.md.
 */
import { readlinkSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { LogLevel } from '../../config/config.ts';
import type { Logger } from '../logger.ts';

export interface StallGuard {
  close(): Promise<void>;
}

export interface StallSettings {
  /** CPU time of the main thread without a turn; 0: no guard. */
  readonly limitMs: number;
  readonly logLevel: LogLevel;
  /** How long the main thread may take to tell where it is. */
  readonly stackPatienceMs?: number;
}

export interface StallThreadData {
  readonly limitMs: number;
  readonly stackPatienceMs: number;
  /** One counter of 32 bits that moves while the event loop turns. */
  readonly turns: SharedArrayBuffer;
  /** The kernel's figures of the main thread. */
  readonly statFile: string;
  readonly isSilent: boolean;
}

/** Four wake-ups a second cost nothing that can be measured, and no limit is below a second. */
const turnMs = 250;
/** The thread keeps a few numbers; one that grows has a fault. */
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
  // Calls are served all the same, so this is no reason to end.
  thread.once('error', (err) => logger.error('the stall guard failed; stalls are not noticed', { err }));
  return {
    async close() {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}

/** Only Linux tells the CPU time of one thread to another. */
function findStatFile(logger: Logger): string | undefined {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/stat`;
  } catch {
    const reason = 'this system does not tell the CPU time of a thread (/proc/thread-self)';
    logger.warn('the stall guard is off', { reason });
    return undefined;
  }
}
