/** fastText's part where `eld` doesn't know, or isn't sure. */
import { type Candidates, isStrange } from './candidates.ts';
import { eldKnows } from './eld-scores.ts';
import { addEvidence, type Evidence, leaderOf, weighScore } from './evidence.ts';
import { fastTextRanking } from './fasttext-ranking.ts';
import type { TextSample } from './text-sample.ts';

/** How far `eld` got: it knows the language, or at best one that shares some n-grams, or not a single n-gram. */
export type EldVerdict = 'explained' | 'unexplained' | 'silent';

/** A lead below which a second opinion is worth its time. */
const smallLead = 3;
/** Telling all of the 176 languages would take most of the time. */
const leastProbability = 0.0005;
const mostLift = -Math.log(leastProbability);
/** `eld` is the better detector for the languages it knows. */
const weightBesideEld = 0.3;
const weightWithoutEld = 0.6;
/** A word that no table has tells at least by its letters. */
const scriptWeight = 2;
/** For a language that only fastText knows: more weight, and the score that `eld` might have given. */
const strangeWeight = 0.9;
const strangeAdvance = 1;
const strangeScore = 41;
/** From here on fastText is believed about a language that nobody asked for. */
const believable = 0.5;

/** What stands for a language in whose letters the text is written, before a detector has spoken. */
export function weighScript(language: string, sample: TextSample): number {
  return scriptWeight + (isStrange(language) ? weighScore(strangeScore, sample) : 0);
}

/** Whether a second opinion can't change who leads. It may add all it has where `eld` doesn't know. */
export function isSettled(evidence: Evidence, candidates: Candidates): boolean {
  const leader = leaderOf(evidence, candidates.languages);
  return candidates.languages.values().every((rival) => {
    const reserve = eldKnows(rival) ? 0 : opinion(rival, mostLift, 'explained');
    return rival === leader.language || (evidence.get(rival) ?? 0) + reserve < leader.weight - smallLead;
  });
}

export async function addSecondOpinion(
  evidence: Map<string, number>,
  sample: TextSample,
  candidates: Candidates,
  verdict: EldVerdict,
): Promise<void> {
  for (const { language, probability } of await fastTextRanking(sample.words, -1, leastProbability)) {
    if (!evidence.has(language) && !candidates.languages.has(language)) {
      // Nobody asked for it and `eld` doesn't know it: it counts only if it may explain what `eld` can't.
      if (verdict === 'explained' || probability < believable || !isStrange(language)) continue;
      addEvidence(evidence, language, weighScript(language, sample));
    }
    addEvidence(evidence, language, opinion(language, Math.log(probability) + mostLift, verdict));
  }
}

/** What fastText adds for a language that is likelier than the least told by `lift` powers of e. */
function opinion(language: string, lift: number, verdict: EldVerdict): number {
  if (isStrange(language)) return strangeAdvance + strangeWeight * lift;
  return (verdict === 'silent' ? weightWithoutEld : weightBesideEld) * lift;
}
