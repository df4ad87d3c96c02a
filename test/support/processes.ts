import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process runs; one that has ended and only waits for its parent to notice doesn't. */
export function isAlive(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== 'Z';
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((candidate) => Number.isInteger(candidate) && statOf(candidate)?.parent === pid);
}

/** The fields of /proc/PID/stat that follow the command's name, which may itself hold blanks and brackets. */
function statOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const [state = '', parent] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(
      ' ',
    );
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
