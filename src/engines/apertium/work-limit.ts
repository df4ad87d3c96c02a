/** The limit of processor time for one text. */
import type { Claim } from '../engine.ts';

/**
 * 1,000 characters, the longest piece that a pipeline gets, take 7 to 43 ms of processor time in the median,
 * depending on the pair, and 110 ms at most (19 pairs, 40 pieces of FLORES each, on a busy machine). So no
 * such text takes a second, even on a machine five times as slow; a text that makes an analyser try every way
 * to split a word does.
 */
const baseMs = 1_000;
/**
 * Added to `baseMs`: this multiple of the usual time for the pair, for machines and pairs on which
 * everything takes longer.
 */
const usualFactor = 20;
const maxMs = 5_000;

export function workLimitMs(text: string, claim: Pick<Claim, 'usualMs'> | undefined): number {
  if (claim === undefined) return maxMs;
  return Math.min(maxMs, baseMs + usualFactor * claim.usualMs(text.length));
}
