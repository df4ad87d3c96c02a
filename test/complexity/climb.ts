/**
 * Measures an input at the size where it costs most, and at half of that size. It is made larger step by step, so that
 * one that grows without bounds is known long before it is large; past a limit of the product an input may cost less,
 * because it is refused.
 */
import { type Cost, measure, runOnceMs, type Work } from './measure.ts';
import { expand, isScalable, type PumpedInput, sizeOf } from './pumped-input.ts';
import type { Target } from './target.ts';

export interface Step extends Cost {
  readonly size: number;
}

export interface Climb {
  /** Where it cost most. */
  readonly worst: Step;
  /** Cost at that size by the cost at half of it; undefined where both are too cheap to compare. */
  readonly growth: number | undefined;
}

const smallestSize = 256;
/** What is this far below its bounds, and this quick, is not worth an exact figure. */
const cheapPart = 0.05;
const quickMs = 50;

function cheapMs({ bounds }: Target): number {
  return Math.min(quickMs, cheapPart * bounds.sliceMs);
}
/** Below this the growth is that of fixed costs and of the clock. */
const comparableMs = 8;

export interface ClimbSettings {
  /** How large the input is made at most, and how many times larger from step to step. */
  readonly maxSize: number;
  readonly factor: number;
  /** Measures exactly only what a few runs don't show to be cheap and no worse than linear. */
  readonly isQuick: boolean;
}

interface ClimbOptions extends ClimbSettings {
  /** Hears of every size before it is tried: whoever watches knows what it was if it never ends. */
  readonly trying: (size: number) => void;
}

export async function climb(target: Target, input: PumpedInput, options: ClimbOptions): Promise<Climb> {
  const dearest = await findDearest(target, input, options);
  if (dearest.ms < cheapMs(target)) {
    const { size, ms } = dearest;
    return { worst: { size, cpuMs: ms, sliceMs: ms }, growth: undefined };
  }
  const rough = options.isQuick ? await climbRoughly(target, input, dearest, options) : undefined;
  if (rough !== undefined) return rough;
  // The smaller one first: whatever is compiled on the way must not look like growth.
  options.trying(dearest.size / 2);
  const half = await measureAt(target, input, dearest.size / 2);
  options.trying(dearest.size);
  const worst = await measureAt(target, input, dearest.size);
  return { worst, growth: isScalable(input) ? growthOf(half, worst) : undefined };
}

/** Above this, growth that was seen in single runs is measured exactly: linear work is well below it. */
const doubtfulGrowth = 2.5;
/** So many times its bound for a slice is too much for a rough figure, which takes all of the work for one slice. */
const doubtfulSlices = 3;
/** Work that takes this long is run once: chance is a small part of it. */
const onceMs = 100;

/** A few runs at each size instead of dozens; undefined where they don't acquit the input. */
async function climbRoughly(
  target: Target,
  input: PumpedInput,
  dearest: { size: number; ms: number },
  { trying }: ClimbOptions,
): Promise<Climb | undefined> {
  if (dearest.ms > doubtfulSlices * target.bounds.sliceMs) return undefined;
  // The best of two at half of the size: one that was interrupted would make the growth look small.
  trying(dearest.size / 2);
  const half = await runAt(target, input, dearest.size / 2);
  trying(dearest.size);
  const worst = await runAt(target, input, dearest.size, dearest.ms);
  const growth = isScalable(input) ? growthOf(half, worst) : undefined;
  return (growth ?? 0) > doubtfulGrowth ? undefined : { worst, growth };
}

/** The better one of two runs, of which one may have been done. */
async function runAt(target: Target, input: PumpedInput, size: number, doneMs?: number): Promise<Step> {
  const fields = expand(input, size);
  const work = await target.prepare(fields, input.options);
  const first = doneMs ?? (await runOnceMs(work));
  const cpuMs = first > onceMs ? first : Math.min(first, await runOnceMs(work));
  return { size: sizeOf(fields), cpuMs, sliceMs: cpuMs };
}

/** An input that breaks its bound is not doubled: with a high power that may take minutes. */
async function findDearest(
  target: Target,
  input: PumpedInput,
  { trying, maxSize, factor }: ClimbOptions,
): Promise<{ size: number; ms: number }> {
  let dearest = { size: smallestSize, ms: 0 };
  for (let size = smallestSize; ; size = Math.min(maxSize, size * factor)) {
    trying(size);
    const work = await workAt(target, input, size);
    const ms = await runOnceMs(work);
    if (ms >= dearest.ms) dearest = { size, ms };
    if (size >= maxSize || ms > target.bounds.cpuMs || !isScalable(input)) return dearest;
  }
}

async function measureAt(target: Target, input: PumpedInput, size: number): Promise<Step> {
  const fields = expand(input, size);
  return { size: sizeOf(fields), ...(await measure(await target.prepare(fields, input.options))) };
}

async function workAt(target: Target, input: PumpedInput, size: number): Promise<Work> {
  return target.prepare(expand(input, size), input.options);
}

/** By size: repeats do not double exactly, and the last step may be a shorter one. */
function growthOf(half: Step, whole: Step): number | undefined {
  if (whole.cpuMs < comparableMs || half.cpuMs < comparableMs / 4) return undefined;
  if (whole.size <= half.size) return undefined;
  const doublings = Math.log2(whole.size / half.size);
  return doublings < 0.3 ? undefined : (whole.cpuMs / half.cpuMs) ** (1 / doublings);
}
