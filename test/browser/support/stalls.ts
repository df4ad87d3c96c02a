/**
 * The longest time for which a page answers nobody: the longest task of its main thread. Where others hold the cores,
 * a task takes long on the clock alone, so of each task the smaller of its time on the clock and its thread's own counts.
 */
import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

export async function longestTaskMs(page: Page, what: string, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories });
  await work().catch(async (error) => {
    await browser.stopTracing();
    throw error;
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const tasks = mainThreadTasks(traceEvents);
  if (tasks.length === 0) throw new Error('the trace has no task of the page');
  const clockMs = Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1_000;
  const stallMs = Math.max(...tasks.map(({ dur = 0, tdur = dur }) => Math.min(dur, tdur))) / 1_000;
  process.stdout.write(
    `${what}: longest of ${tasks.length} tasks ${stallMs.toFixed(0)} ms of its thread, ${clockMs.toFixed(0)} ms on the clock\n`,
  );
  return stallMs;
}

function mainThreadTasks(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && threads.has(`${pid} ${tid}`),
  );
}
