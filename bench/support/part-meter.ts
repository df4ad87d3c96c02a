/**
 * What each part of an installation worked in a stretch of time, by the kernel's own count: unlike the clock, it does
 * not count who else is busy on the machine.
 */
import { readProcesses, workedMs } from '../../test/support/process-table.ts';

export interface Part {
  readonly name: string;
  readonly pids: () => readonly number[];
}

/** Processor time by part, in milliseconds. */
export type Work = ReadonlyMap<string, number>;

/** Postgres is its postmaster and all that it started; backends live as long as the pools that use them. */
export function postgresPart(postmaster: number): Part {
  const children = () => readProcesses().filter(({ parent }) => parent === postmaster);
  return { name: 'Postgres', pids: () => [postmaster, ...children().map(({ pid }) => pid)] };
}

export function startMeter(parts: readonly Part[]): () => Work {
  const readAll = () => new Map(parts.map((part) => [part.name, readWork(part)]));
  const before = readAll();
  const loadBefore = process.cpuUsage();
  return () => {
    const load = process.cpuUsage(loadBefore);
    const since = [...readAll()].map(([name, now]): [string, number] => [
      name,
      difference(now, before.get(name)),
    ]);
    return new Map([...since, ['load generator', (load.user + load.system) / 1_000]]);
  };
}

function readWork({ pids }: Part): Map<number, number> {
  return new Map(pids().map((pid): [number, number] => [pid, workedOf(pid)]));
}

/** A process that ended meanwhile can't be asked any more; none that carries calls does. */
function workedOf(pid: number): number {
  try {
    return workedMs(pid);
  } catch {
    return 0;
  }
}

function difference(
  now: ReadonlyMap<number, number>,
  before: ReadonlyMap<number, number> = new Map(),
): number {
  return [...now].reduce((sum, [pid, worked]) => sum + Math.max(0, worked - (before.get(pid) ?? 0)), 0);
}
