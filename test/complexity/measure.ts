/**
 * What a piece of work costs the thread that does it, in processor time: other processes of the machine don't count.
 * The kernel brings the figure up to date every few milliseconds, so short work is done many times over.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

export type Work = () => unknown;

export interface Cost {
  /** Of one run, best of several groups of runs. */
  readonly cpuMs: number;
  /** The longest time for which nobody else had a turn of the event loop. */
  readonly sliceMs: number;
}

export function cpuNowMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** How coarse the kernel's figure is. */
const tickMs = 4;
/** Ten ticks: a group of runs is measured to about a tenth. */
const groupMs = 10 * tickMs;
const groups = 2;
const maxRuns = 2_000;

/** Long work needs no groups: the better one of two runs is believed. */
const longMs = 100;
/** Nor a second run where it takes this long. */
const veryLongMs = 1_000;

/** The best of several: what the first run does once and for all, and what others do to the machine, is not in it. */
export async function measure(work: Work): Promise<Cost> {
  const first = await measureOnce(work);
  if (first.cpuMs > veryLongMs) return first;
  if (first.cpuMs > longMs) return better(first, await measureOnce(work));
  let best: Cost = { cpuMs: Number.POSITIVE_INFINITY, sliceMs: first.sliceMs };
  for (let group = 0; group < groups; group++) {
    best = better(best, await measureGroup(work));
  }
  return best;
}

function better(one: Cost, other: Cost): Cost {
  return { cpuMs: Math.min(one.cpuMs, other.cpuMs), sliceMs: Math.min(one.sliceMs, other.sliceMs) };
}

/** One run: quick, and enough to choose what is worth measuring. */
export async function runOnceMs(work: Work): Promise<number> {
  const [cpuMs, at] = [cpuNowMs(), performance.now()];
  await work();
  return Math.min(performance.now() - at, cpuNowMs() - cpuMs + tickMs);
}

async function measureGroup(work: Work): Promise<Cost> {
  const startedMs = cpuNowMs();
  let sliceMs = Number.POSITIVE_INFINITY;
  let runs = 0;
  do {
    const once = await measureOnce(work);
    sliceMs = Math.min(sliceMs, once.sliceMs);
    runs++;
  } while (cpuNowMs() - startedMs < groupMs && runs < maxRuns);
  return { cpuMs: (cpuNowMs() - startedMs) / runs, sliceMs };
}

async function measureOnce(work: Work): Promise<Cost> {
  const ticker = new Ticker();
  const startedMs = cpuNowMs();
  const startedAt = performance.now();
  const running = work();
  // Work that never waits has one slice, and no ticker is needed to see it.
  if (running instanceof Promise) {
    ticker.start(startedMs, startedAt);
    await running;
  }
  const cpuMs = Math.max(0, cpuNowMs() - startedMs);
  const wallMs = performance.now() - startedAt;
  const sliceMs = running instanceof Promise ? ticker.stop() : Math.min(wallMs, cpuMs + tickMs);
  return { cpuMs, sliceMs };
}

/** Takes every turn of the event loop, and notes how much the thread did in between. */
class Ticker {
  #isRunning = false;
  #longestMs = 0;
  #cpuMs = 0;
  #at = 0;

  start(cpuMs: number, at: number): void {
    this.#isRunning = true;
    this.#cpuMs = cpuMs;
    this.#at = at;
    void this.#tick();
  }

  stop(): number {
    this.#isRunning = false;
    this.#note();
    return this.#longestMs;
  }

  async #tick(): Promise<void> {
    while (this.#isRunning) {
      await nextTurn();
      if (this.#isRunning) this.#note();
    }
  }

  #note(): void {
    const [cpuMs, at] = [cpuNowMs(), performance.now()];
    // By the clock where the thread was not interrupted, and never more than it worked.
    const sliceMs = Math.min(at - this.#at, cpuMs - this.#cpuMs + tickMs);
    this.#longestMs = Math.max(this.#longestMs, sliceMs);
    this.#cpuMs = cpuMs;
    this.#at = at;
  }
}

/** What `calibrate` takes on the machine for which the bounds are written. */
const referenceMs = 20;

/**
 * How much slower this machine is than the one that the bounds are written for: the same mix of work as the targets
 * have (reading characters, regular expressions, maps, pieces of strings).
 */
export function slownessOfMachine(): number {
  const times = Array.from({ length: 5 }, () => {
    const startedMs = cpuNowMs();
    calibrate();
    return cpuNowMs() - startedMs;
  });
  return Math.min(...times) / referenceMs;
}

function calibrate(): number {
  const text = 'The quick brown fox {name} jumps over <b>the</b> lazy dog. '.repeat(4_000);
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+|[<{][^<>{}]{1,60}[>}]/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + word.length);
  }
  return sum + counts.size;
}
