/** Reads the kernel's own table of processes: what a test says about a process is seen, not assumed. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** One letter: R, S and D are alive, T is stopped, Z is dead and not collected. */
  readonly state: string;
  /** Tells two processes apart that got the same id. */
  readonly startedAt: string;
}

export function readProcess(pid: number): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name stands in parentheses and may hold anything, even parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = '', parent, group] = fields;
    return { pid, parent: Number(parent), group: Number(group), state, startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

export function readProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((entry) => entry !== undefined);
}

export function isAlive(entry: ProcessEntry | undefined): boolean {
  return entry !== undefined && entry.state !== 'Z' && entry.state !== 'X';
}

/** A process as it is now, or undefined when it is gone or another one has its id. */
export function readAgain(entry: ProcessEntry): ProcessEntry | undefined {
  const now = readProcess(entry.pid);
  return now?.startedAt === entry.startedAt ? now : undefined;
}

/** The process groups that a server started: by group id, with everyone in it who lives. */
export function pipelineGroups(serverPid: number): Map<number, ProcessEntry[]> {
  const processes = readProcesses().filter(isAlive);
  const leaders = new Set(
    processes.filter(({ pid, parent, group }) => parent === serverPid && group === pid).map(({ pid }) => pid),
  );
  return Map.groupBy(
    processes.filter(({ group }) => leaders.has(group)),
    ({ group }) => group,
  );
}

/** Everyone, dead or alive, who still is in one of these groups. */
export function membersOf(groups: ReadonlySet<number>): ProcessEntry[] {
  return readProcesses().filter(({ group }) => groups.has(group));
}

/** Returns whether the process was still there to be signalled. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** What a process holds in memory now, in MiB. */
export function residentMemoryMib(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
  return Number(match?.[1]) / 1_024;
}

/** The same of several together; one that ended meanwhile holds nothing. */
export function residentMemoryOf(processes: readonly ProcessEntry[]): number {
  return processes.reduce((sum, entry) => sum + (readAgain(entry) ? residentMemoryMib(entry.pid) : 0), 0);
}

/** The most memory that a process held since the last reset, in MiB. */
export function peakMemoryMib(pid: number): number {
  const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
  return Number(match?.[1]) / 1_024;
}

export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** What a process has worked so far, on all its threads. Unlike the clock, it doesn't count who else is busy. */
export function workedMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

const msPerTick = 10;

/** What all threads of a process that run now have worked so far, to the microsecond; 0 if it has ended. */
export function threadsWorkedMs(pid: number): number {
  try {
    const times = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ', 1)[0]),
    );
    return times.reduce((sum, ns) => sum + ns, 0) / 1_000_000;
  } catch {
    return 0;
  }
}

/** What the main thread of a process has worked so far, to the microsecond. */
export function mainThreadWorkedMs(pid: number): number {
  const [ns = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ');
  return Number(ns) / 1_000_000;
}

/** How far a process, or a thread, gives way to others: 0 is usual, 19 is the most. */
export function niceness(path: string): number {
  const stat = readFileSync(`${path}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}
