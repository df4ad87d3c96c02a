/**
 * The common scale of all evidence for a language: the log-likelihood of the text in it, up to a constant, so
 * that differences can be compared and added. The constants in this folder were fitted on FLORES sentences
 * and on parts of them down to one word (docs/detection.md).
 */
import type { TextSample } from './text-sample.ts';

/** Languages without evidence are absent and count as 0. */
export type Evidence = ReadonlyMap<string, number>;

/** N-grams of one text are not independent, so evidence grows more slowly than their number. */
const sizeExponent = 0.7;
const scoreWeight = 0.05;
/** Scores up to this value carry no evidence: they come from n-grams that a language shares by chance. */
export const leastScore = 30;

/** Converts a score of `eld` to evidence, according to the size of the sample. */
export function weighScore(score: number, sample: TextSample): number {
  return scoreWeight * sample.size ** sizeExponent * Math.max(0, score - leastScore);
}

export function addEvidence(evidence: Map<string, number>, language: string, weight: number): void {
  evidence.set(language, (evidence.get(language) ?? 0) + weight);
}

export interface Leader {
  /** Empty if no language has evidence. */
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
