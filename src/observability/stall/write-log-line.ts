import { write } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LogFields } from '../logger.ts';

const standardError = 2;
const retryMs = 20;
/** A reader of the log that hangs must not keep a stalled process alive. */
const patienceMs = 2_000;

/**
 * Writes a line as the logger does, for a thread that can't use it: pino belongs to the main thread. Resolves when the line
 * is written, or when the patience is over: a full pipe that nobody reads takes no line.
 */
export async function writeLogLine(level: 'warn' | 'error', msg: string, fields: LogFields): Promise<void> {
  const line = Buffer.from(`${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`);
  const giveUp = new AbortController();
  const tooLate = delay(patienceMs, undefined, { signal: giveUp.signal }).catch(() => undefined);
  await Promise.race([writeAll(line, giveUp.signal), tooLate]);
  giveUp.abort();
}

async function writeAll(line: Buffer, signal: AbortSignal): Promise<void> {
  let written = 0;
  while (written < line.length && !signal.aborted) {
    try {
      written += (await promisify(write)(standardError, line, written)).bytesWritten;
    } catch (error) {
      // A pipe that doesn't block is full. Any other error stays, so there is nobody to tell.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await delay(retryMs);
    }
  }
}
