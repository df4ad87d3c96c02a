/** What the search tries its inputs on: one part of the product that reads what a caller wrote. */
import type { Work } from './measure.ts';
import type { Fields, PumpedInput } from './pumped-input.ts';

export interface Target {
  readonly name: string;
  /** The fields of its inputs; the first is the one that is pumped most. */
  readonly fields: readonly string[];
  /** What its grammar is made of: the search builds inputs from these and from hostile characters. */
  readonly vocabulary: readonly string[];
  /** The values that each option may have; the first one is the default. */
  readonly options: Readonly<Record<string, readonly string[]>>;
  /** Characters of the largest input that the product accepts, or refuses only after it has read it. */
  readonly maxSize: number;
  readonly bounds: Bounds;
  /** So like another target that the short form leaves it out. */
  readonly isForLong?: boolean;
  /** Builds the input outside of the measured work. */
  prepare(fields: Fields, options: PumpedInput['options']): Work | Promise<Work>;
}

/** On the reference machine (see measure.ts). */
export interface Bounds {
  /** The longest slice of the event loop; of work on a thread of its own, all of its processor time. */
  readonly sliceMs: number;
  /** All processor time of the largest input. */
  readonly cpuMs: number;
}

/** What is read on the event loop: nobody waits for longer than this. */
export const onEventLoop: Bounds = { sliceMs: 100, cpuMs: 1_000 };
