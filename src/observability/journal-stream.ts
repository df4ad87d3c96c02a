/**
 * systemd's journal takes the priority of a line from a prefix, which it removes. With it, `journalctl -p warning` shows
 * warnings and errors alone.
 */
import { fstatSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Of syslog. */
export const priorities = { debug: 7, info: 6, warn: 4, error: 3 } as const;
/** pino's numbers. */
const levels: Readonly<Record<number, keyof typeof priorities>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
};

/** Whether the journal reads this file; systemd names its device and inode. */
export function isJournal(fd: number, journalStream: string | undefined): boolean {
  if (!journalStream) return false;
  const { dev, ino } = fstatSync(fd, { bigint: true });
  return journalStream === `${dev}:${ino}`;
}

export function withPriorities(destination: DestinationStream): DestinationStream {
  return {
    // Asks pino for the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 30,
    write(line: string) {
      destination.write(`<${priorities[levels[this.lastLevel] ?? 'info']}>${line}`);
    },
  } as DestinationStream & { lastLevel: number };
}
