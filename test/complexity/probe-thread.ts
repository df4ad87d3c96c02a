/**
 * Asks a URL at a steady pace on a thread of its own, so that what the test itself is busy with delays no probe. It posts
 * how long each answer took; the first message ends it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface Probe {
  readonly url: string;
  readonly init: RequestInit;
  readonly everyMs: number;
}

export interface ProbeResult {
  readonly durationsMs: readonly number[];
  /** Status → how often. */
  readonly statuses: Readonly<Record<number, number>>;
}

async function ask(probe: Probe): Promise<ProbeResult> {
  const durationsMs: number[] = [];
  const statuses: Record<number, number> = {};
  let isOver = false;
  parentPort?.once('message', () => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    const response = await fetch(probe.url, probe.init);
    await response.arrayBuffer();
    durationsMs.push(performance.now() - started);
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    await delay(Math.max(0, probe.everyMs - (performance.now() - started)));
  }
  return { durationsMs, statuses };
}

if (parentPort !== null) parentPort.postMessage(await ask(workerData as Probe));
