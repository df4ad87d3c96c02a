/** Ordinary calls at a steady pace, whether the server keeps up or not, and how long each of them took. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WirePool, WireRequest } from '../support/wire-pool.ts';

export interface LoadFigures {
  readonly calls: number;
  readonly notServed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export async function applyLoad(
  pool: WirePool,
  request: WireRequest,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<LoadFigures> {
  const durations: number[] = [];
  let notServed = 0;
  const startedAt = performance.now();
  const calls = Array.from({ length: perSecond * seconds }, async (_, i) => {
    // Counted from when the call was due, so that a client that is held up doesn't hide a slow answer.
    const dueAt = startedAt + (i * 1_000) / perSecond;
    await delay(Math.max(0, dueAt - performance.now()));
    const { response } = await pool.send(request);
    durations.push(performance.now() - dueAt);
    if (response?.status !== 200) notServed++;
  });
  await Promise.all(calls);
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    calls: calls.length,
    notServed,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  };
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
