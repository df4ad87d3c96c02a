/** Combines the evidence of both detectors, the script and distinctive words for one text. */
import type { Candidates } from './candidates.ts';
import { eldScores } from './eld-scores.ts';
import { addEvidence, type Evidence, weighScore } from './evidence.ts';
import { detectClearText } from './first-look.ts';
import { addSecondOpinion, type EldVerdict, isSettled, weighScript } from './second-opinion.ts';
import { borrowScore } from './sister-languages.ts';
import type { TextSample } from './text-sample.ts';

/** The evidence for a language that the first look decides. */
const clearEvidence = 10;
/** The best score of `eld` is below this if it does not know the language of the text. */
const explainingScore = 40;

/** Returns the evidence for the candidates and for all other languages that `eld` knows. */
export async function weighText(sample: TextSample, candidates: Candidates): Promise<Evidence> {
  const clear = await detectClearText(sample.words, candidates);
  if (clear !== undefined) return new Map([[clear, clearEvidence]]);
  const scores = eldScores(sample.words);
  const verdict = verdictOf(scores);
  const evidence = weighScores(scores, sample, candidates);
  if (verdict !== 'explained' || !isSettled(evidence, candidates)) {
    await addSecondOpinion(evidence, sample, candidates, verdict);
  }
  return evidence;
}

function verdictOf(scores: ReadonlyMap<string, number>): EldVerdict {
  const [best] = scores.values();
  if (best === undefined) return 'silent';
  return best < explainingScore ? 'unexplained' : 'explained';
}

function weighScores(
  scores: ReadonlyMap<string, number>,
  sample: TextSample,
  candidates: Candidates,
): Map<string, number> {
  const evidence = new Map<string, number>();
  for (const [language, score] of scores) evidence.set(language, weighScore(score, sample));
  for (const language of candidates.sisters) {
    const borrowed = borrowScore(language, scores, sample.words);
    if (borrowed === undefined) continue;
    const weight = weighScore(borrowed.score, sample) + borrowed.more;
    evidence.set(language, Math.max(weight, evidence.get(language) ?? 0));
  }
  for (const language of candidates.byScript.get(sample.script) ?? []) {
    addEvidence(evidence, language, weighScript(language, sample));
  }
  return evidence;
}
