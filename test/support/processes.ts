import { readFileSync } from 'node:fs';

/** Whether a process runs; one that has ended and only waits for its parent to notice doesn't. */
export function isAlive(pid: number): boolean {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return !afterName.startsWith('Z');
  } catch {
    return false;
  }
}
