/** Whether an input keeps the bounds of its target. */

import type { Climb, ClimbSettings } from './climb.ts';
import type { PumpedInput } from './pumped-input.ts';
import type { Target } from './target.ts';
import type { Ending, WatchedThread } from './watched-thread.ts';

export interface Verdict {
  readonly target: string;
  readonly input: PumpedInput;
  /** Undefined for an input that did not come back. */
  readonly climb: Climb | undefined;
  readonly size: number;
  /** What is wrong with it, for people; empty where nothing is. */
  readonly problems: readonly string[];
}

/** Cost at twice the size by the cost at the size: 2 is linear, 4 is quadratic, and measuring is never exact. */
export const maxGrowth = 3;
/** A figure that is a little too high may be chance on a busy machine: the best of so many counts. */
const tries = 3;
/** One that is so many times too high is not. */
const beyondChance = 3;

export interface JudgeSettings extends ClimbSettings {
  /** How much slower this machine is than the one that bounds are written for. */
  readonly slowness: number;
}

export async function judge(
  thread: WatchedThread,
  target: Target,
  input: PumpedInput,
  settings: JudgeSettings,
): Promise<Verdict> {
  let verdict: Verdict | undefined;
  for (let left = tries; left > 0; left--) {
    const climbed = await thread.climb(target.name, input, settings);
    const next = verdictOf(target, input, climbed, settings);
    if (verdict === undefined || next.problems.length < verdict.problems.length) verdict = next;
    if (verdict.problems.length === 0 || isBeyondChance(verdict, target, settings)) break;
  }
  return verdict as Verdict;
}

function isBeyondChance({ climb }: Verdict, { bounds }: Target, { slowness }: JudgeSettings): boolean {
  return climb === undefined || climb.worst.sliceMs > beyondChance * slowness * bounds.sliceMs;
}

function verdictOf(
  target: Target,
  input: PumpedInput,
  climbed: Ending<Climb>,
  { slowness, maxSize }: JudgeSettings,
): Verdict {
  const about = { target: target.name, input };
  if ('endless' in climbed) {
    const { size } = climbed.endless;
    return { ...about, climb: undefined, size, problems: [`did not end with ${size} characters`] };
  }
  const { worst, growth } = climbed.result;
  const { sliceMs } = target.bounds;
  // Of an input that is made less large than it may be, a part of the time; but never so little that chance counts.
  const cpuMs = target.bounds.cpuMs * Math.max(0.3, maxSize / target.maxSize);
  const problems: string[] = [];
  if (worst.sliceMs > sliceMs * slowness) problems.push(`a slice of ${worst.sliceMs.toFixed(0)} ms`);
  if (worst.cpuMs > cpuMs * slowness) problems.push(`${worst.cpuMs.toFixed(0)} ms of processor time`);
  if ((growth ?? 0) > maxGrowth) problems.push(`${growth?.toFixed(1)} times the cost at twice the size`);
  const details = problems.map((each) => `${each} (${worst.size} characters)`);
  return { ...about, climb: climbed.result, size: worst.size, problems: details };
}
