/** Adds the evidence of fastText where `eld` does not know the language or is not certain. */
import { type Candidates, isStrange } from './candidates.ts';
import { eldKnows } from './eld-scores.ts';
import { addEvidence, type Evidence, leaderOf, weighScore } from './evidence.ts';
import { fastTextRanking } from './fasttext-ranking.ts';
import type { TextSample } from './text-sample.ts';

/** Whether `eld` knows the language, finds only one that shares some n-grams, or recognizes no n-gram. */
export type EldVerdict = 'explained' | 'unexplained' | 'silent';

/** Below this lead a second opinion is requested. */
const smallLead = 3;
/** Listing all 176 languages would take most of the time. */
const minProbability = 0.0005;
const maxLift = -Math.log(minProbability);
/** `eld` is the better detector for the languages it knows. */
const weightBesideEld = 0.3;
const weightWithoutEld = 0.6;
/** The script is evidence even for a word that no detector knows. */
const scriptWeight = 2;
/** For a text without a Latin letter: no language in Latin script can explain it. */
const foreignScriptWeight = 6;
const latinLetter = /[a-z]/i;
/** A language that only fastText knows: more weight, and a score that `eld` might have given. */
const strangeWeight = 0.9;
const strangeAdvance = 1;
const strangeScore = 41;
/** The probability from which fastText is trusted for a language that is not a candidate. */
const trustedProbability = 0.5;

/** Evidence for a language in whose script the text is written, without any detector. */
export function weighScript(language: string, sample: TextSample): number {
  const weight =
    sample.script === 'Latn' || latinLetter.test(sample.words) ? scriptWeight : foreignScriptWeight;
  return weight + (isStrange(language) ? weighScore(strangeScore, sample) : 0);
}

/** Whether a second opinion cannot change the leader, even with its maximum where `eld` does not know. */
export function isSettled(evidence: Evidence, candidates: Candidates): boolean {
  const leader = leaderOf(evidence, candidates.languages);
  return candidates.languages.values().every((rival) => {
    const reserve = eldKnows(rival) ? 0 : opinion(rival, maxLift, 'explained');
    return rival === leader.language || (evidence.get(rival) ?? 0) + reserve < leader.weight - smallLead;
  });
}

export async function addSecondOpinion(
  evidence: Map<string, number>,
  sample: TextSample,
  candidates: Candidates,
  verdict: EldVerdict,
): Promise<void> {
  for (const { language, probability } of await fastTextRanking(sample.words, -1, minProbability)) {
    if (!evidence.has(language) && !candidates.languages.has(language)) {
      // Not a candidate and unknown to `eld`: it counts only if it may explain a text that `eld` cannot.
      if (verdict === 'explained' || probability < trustedProbability || !isStrange(language)) continue;
      addEvidence(evidence, language, weighScript(language, sample));
    }
    addEvidence(evidence, language, opinion(language, Math.log(probability) + maxLift, verdict));
  }
}

/** fastText's evidence; `lift` is the logarithm of the probability relative to `minProbability`. */
function opinion(language: string, lift: number, verdict: EldVerdict): number {
  if (isStrange(language)) return strangeAdvance + strangeWeight * lift;
  return (verdict === 'silent' ? weightWithoutEld : weightBesideEld) * lift;
}
