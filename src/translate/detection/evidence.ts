/**
 * The common scale of all that speaks for a language: the logarithm of how likely the text is in it, up to a
 * constant, so that differences can be compared and added up. The figures here and in the files around were
 * fitted on FLORES sentences and on parts of them down to one word (docs/detection.md).
 */
import type { TextSample } from './text-sample.ts';

/** Languages that nothing speaks for are left out and count as 0. */
export type Evidence = ReadonlyMap<string, number>;

/** N-grams of one text depend on each other: evidence grows slower than their number. */
const sizeExponent = 0.7;
const scoreWeight = 0.05;
/** Scores up to this say nothing: they are n-grams that a language happens to share. */
export const leastScore = 30;

/** What a score of `eld` says, given how much text it was found in. */
export function weighScore(score: number, sample: TextSample): number {
  return scoreWeight * sample.size ** sizeExponent * Math.max(0, score - leastScore);
}

export function addEvidence(evidence: Map<string, number>, language: string, weight: number): void {
  evidence.set(language, (evidence.get(language) ?? 0) + weight);
}

export interface Leader {
  /** Empty when nothing speaks for any. */
  readonly language: string;
  readonly weight: number;
}

export function leaderOf(evidence: Evidence, languages: Iterable<string> = evidence.keys()): Leader {
  let leader = { language: '', weight: 0 };
  for (const language of languages) {
    const weight = evidence.get(language) ?? 0;
    if (weight > leader.weight) leader = { language, weight };
  }
  return leader;
}
