/**
 * Loaded into a server with `NODE_OPTIONS=--import=…`: measures how late its event loop is, and on SIGUSR2
 * writes what was seen since the last time to the file in DRAGOMAN_MEASURE_FILE. Nothing of the product
 * knows about it.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

export interface Lateness {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface EventLoopReport {
  /** By the clock: also late when other processes have the processor. */
  readonly byClock: Lateness;
  /** As far as the loop's own thread was at work meanwhile: late by its own fault. */
  readonly byOwnWork: Lateness;
}

const everyMs = 5;

/**
 * How long somebody who comes at any moment has to wait. A loop that stands still for 500 ms keeps everybody
 * waiting who comes in that time, the first one longest: one sample for each of them, not one for the stall.
 */
function recordStall(histogram: RecordableHistogram, lateMs: number): void {
  for (let wait = lateMs; wait > 0; wait -= everyMs) histogram.record(Math.max(1, Math.round(wait * 1_000)));
}

function ownWorkMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function summary(histogram: RecordableHistogram): Lateness {
  return {
    p50Ms: histogram.percentile(50) / 1_000,
    p99Ms: histogram.percentile(99) / 1_000,
    maxMs: histogram.max / 1_000,
  };
}

function start(file: string): void {
  let byClock = createHistogram();
  let byOwnWork = createHistogram();
  let last = performance.now();
  let lastWork = ownWorkMs();
  setInterval(() => {
    const now = performance.now();
    const work = ownWorkMs();
    const late = Math.max(0.001, now - last - everyMs);
    recordStall(byClock, late);
    recordStall(byOwnWork, Math.max(0.001, Math.min(late, work - lastWork)));
    last = now;
    lastWork = work;
  }, everyMs).unref();
  process.on('SIGUSR2', () => {
    const report: EventLoopReport = {
      byClock: summary(byClock),
      byOwnWork: summary(byOwnWork),
    };
    byClock = createHistogram();
    byOwnWork = createHistogram();
    // In one step, so that a reader never sees half of it.
    writeFileSync(`${file}.new`, JSON.stringify(report));
    renameSync(`${file}.new`, file);
  });
}

const { DRAGOMAN_MEASURE_FILE: file } = process.env;
if (file !== undefined) start(file);
