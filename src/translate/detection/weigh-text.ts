/** Weighs what both detectors, the script and distinctive words say about one text. */
import type { Candidates } from './candidates.ts';
import { eldScores } from './eld-scores.ts';
import { addEvidence, type Evidence, weighScore } from './evidence.ts';
import { languageAtFirstLook } from './first-look.ts';
import { addSecondOpinion, type EldVerdict, isSettled, weighScript } from './second-opinion.ts';
import { borrowScore } from './sister-languages.ts';
import type { TextSample } from './text-sample.ts';

/** What a first look settles on. */
const clearEvidence = 10;
/** `eld`'s best language stays below it when the text is in none that it knows. */
const explainingScore = 40;

/** The evidence for the languages of a candidates, and for all others that `eld` knows. */
export async function weighText(sample: TextSample, candidates: Candidates): Promise<Evidence> {
  const clear = await languageAtFirstLook(sample.words, candidates);
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
