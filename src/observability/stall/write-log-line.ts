import { write } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isJournal, priorities } from '../journal-stream.ts';
import type { LogFields } from '../logger.ts';

const standardError = 2;
const retryMs = 20;
/** A log reader that hangs must not keep a stalled process alive. */
const timeoutMs = 2_000;

/**
 * Writes a line in the logger's format from a thread that cannot use pino, which belongs to the main thread.
 * Resolves when the line is written or after the time-out: a full pipe without a reader accepts no line.
 */
export async function writeLogLine(level: 'warn' | 'error', msg: string, fields: LogFields): Promise<void> {
  const prefix = isJournal(standardError, process.env.JOURNAL_STREAM) ? `<${priorities[level]}>` : '';
  const content = JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg });
  const line = Buffer.from(`${prefix}${content}\n`);
  const cancel = new AbortController();
  const tooLate = delay(timeoutMs, undefined, { signal: cancel.signal }).catch(() => undefined);
  await Promise.race([writeAll(line, cancel.signal), tooLate]);
  cancel.abort();
}

async function writeAll(line: Buffer, signal: AbortSignal): Promise<void> {
  let written = 0;
  while (written < line.length && !signal.aborted) {
    try {
      written += (await promisify(write)(standardError, line, written)).bytesWritten;
    } catch (error) {
      // EAGAIN: the non-blocking pipe is full. Other errors are permanent, and there is nowhere to report
      // them.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await delay(retryMs);
    }
  }
}
