/** Whether a figure of a bench is still what it was, and what it should be. */
import type { Bound } from '../bounds.ts';

/** The gate's machine is shared and noisy, and a real loss is larger than that. */
export const slack = 0.35;

export type Form = 'long' | 'short';

/** By bench and ratio. The short form of a bench may give other figures than its long one, so each may have its own. */
export type Recorded = Readonly<
  Record<string, Readonly<Record<string, Readonly<Partial<Record<Form, number>>>>>>
>;

export interface Judged {
  readonly bound: Bound | undefined;
  /** What the same form of the bench gave when it was recorded. */
  readonly recorded: number | undefined;
  /** Undefined when the bench printed no such ratio. */
  readonly figure: number | undefined;
}

export type Verdict = 'missing' | 'fallen' | 'below what is wanted' | 'good';

/** A figure that is more than the slack worse than what it is measured by has fallen. */
export function judge({ bound, recorded, figure }: Judged): Verdict {
  if (figure === undefined || !Number.isFinite(figure) || bound === undefined) return 'missing';
  const wanted = 'atLeast' in bound ? bound.atLeast : bound.atMost;
  // A ratio is held to what it was; what depends on the machine, or was never recorded, to what is wanted.
  const yardstick = bound.isAbsolute === true ? (bound.onSharedMachine ?? wanted) : (recorded ?? wanted);
  if (isWorse(bound, figure, yardstick, slack)) return 'fallen';
  return isWorse(bound, figure, wanted, 0) ? 'below what is wanted' : 'good';
}

function isWorse(bound: Bound, figure: number, yardstick: number, allowed: number): boolean {
  return 'atLeast' in bound ? figure < yardstick * (1 - allowed) : figure > yardstick * (1 + allowed);
}

/** The lines `ratio NAME FIGURE` of what a bench printed. */
export function ratiosIn(output: string): Map<string, number> {
  const lines = output.matchAll(/^ratio (\S+) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', figure]) => [name, Number(figure)]));
}
