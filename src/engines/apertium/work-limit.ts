/** How much processor time one text may take. */
import type { Claim } from '../engine.ts';

/**
 * A thousand characters, the longest that a pipeline gets at once, take 7 to 43 ms of processor time in the middle, by
 * pair, and 110 ms at most (19 pairs, 40 pieces of FLORES each, on a busy machine). So no such text reaches a second, not
 * on a machine that is five times as slow either; and a text that makes an analyser try every way to cut a word does.
 */
const leastMs = 1_000;
/** And what is usual for the pair, so many times over: where everything takes longer, so may this. */
const timesUsual = 20;
const mostMs = 5_000;

export function workLimitMs(text: string, claim: Pick<Claim, 'usualMs'> | undefined): number {
  if (claim === undefined) return mostMs;
  return Math.min(mostMs, leastMs + timesUsual * claim.usualMs(text.length));
}
