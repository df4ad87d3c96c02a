/** Combines the evidence of both detectors, the script, the letters and the words of one text. */
import { addAlphabetEvidence } from './alphabets.ts';
import type { Candidates } from './candidates.ts';
import { eldKnows, eldScores } from './eld-scores.ts';
import { addEvidence, type Evidence, weighScore } from './evidence.ts';
import { detectClearText } from './first-look.ts';
import type { Basis } from './follow-call.ts';
import { addWordEvidence } from './frequent-words.ts';
import { addSecondOpinion, type EldVerdict, isSettled, weighScript } from './second-opinion.ts';
import { borrowScore, borrowWordEvidence } from './sister-languages.ts';
import type { TextSample } from './text-sample.ts';

/** The evidence for a language that the first look decides. */
const clearEvidence = 10;
/** The best score of `eld` is below this if it does not know the language of the text. */
const explainingScore = 40;
/** In longer texts, n-grams are better evidence than lists, which are not equally complete. */
const shortLength = 72;

export interface WeighedSample {
  /** For the candidates and for all other languages that `eld` knows. */
  readonly evidence: Evidence;
  /** The evidence without word lists. Only this may refuse a text: relatives share many listed words. */
  readonly detectorEvidence: Evidence;
  readonly basis: Basis;
}

export async function weighText(sample: TextSample, candidates: Candidates): Promise<WeighedSample> {
  const clear = await detectClearText(sample.words, candidates);
  if (clear !== undefined) {
    const evidence = new Map([[clear, clearEvidence]]);
    return { evidence, detectorEvidence: evidence, basis: 'sentence' };
  }
  const scores = eldScores(sample.words);
  const verdict = verdictOf(scores);
  const detectorEvidence = weighScores(scores, sample, candidates);
  const { listed, basis } = weighWords(sample.words, candidates);
  if (verdict !== 'explained' || !isSettled(sumOf(detectorEvidence, listed), candidates)) {
    await addSecondOpinion(detectorEvidence, sample, candidates, verdict);
  }
  return { evidence: sumOf(detectorEvidence, listed), detectorEvidence, basis };
}

function weighWords(words: string, candidates: Candidates): { listed: Evidence; basis: Basis } {
  const listed = new Map<string, number>();
  if (words.length >= shortLength) return { listed, basis: 'sentence' };
  const isDecisive = addWordEvidence(listed, words);
  const borrowed = candidates.sisters.map((sister) => [sister, borrowWordEvidence(sister, listed)] as const);
  for (const [sister, weight] of borrowed) if (weight > 0) addEvidence(listed, sister, weight);
  addAlphabetEvidence(listed, words);
  // A language that is no candidate and that `eld` does not score has only its words. A relative among the
  // candidates has many of them too, and must not lose to it.
  for (const language of listed.keys()) {
    if (!eldKnows(language) && !candidates.languages.has(language)) listed.delete(language);
  }
  return { listed, basis: isDecisive ? 'listed_word' : 'guess' };
}

function sumOf(evidence: Evidence, more: Evidence): Evidence {
  if (more.size === 0) return evidence;
  const sum = new Map(evidence);
  for (const [language, weight] of more) addEvidence(sum, language, weight);
  return sum;
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
