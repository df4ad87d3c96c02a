/** Scores from `eld`, which knows 60 languages well, for texts that the first look does not decide. */
import { eld } from 'eld/medium';
import { leastScore } from './evidence.ts';

/** `eld` labels Kurdish in Arabic script `ku`. That is Sorani (`ckb`), while the tag `ku` means Kurmanji. */
const tagOfLabel: Readonly<Record<string, string>> = { ku: 'ckb' };
const knownTags = new Set(Object.values(eld.info().Languages).map(tagOf));

export function eldKnows(language: string): boolean {
  return knownTags.has(language);
}

/** `eld` maps its scores to 0…1 as x / (x + 25). */
const scoreScale = 25;

/**
 * How well each language explains an average n-gram of the words, best first: about 100 for the right
 * language in Latin script, up to 200 in a script that only one language uses.
 */
export function eldScores(words: string): Map<string, number> {
  const normalizedScores = eld.detect(words).getScores();
  const scores = new Map<string, number>();
  for (const label in normalizedScores) {
    const score = denormalize(normalizedScores[label] ?? 0);
    // Scores are in descending order, and only a few of the sixty are relevant.
    if (score <= leastScore) break;
    scores.set(tagOf(label), score);
  }
  return scores;
}

function denormalize(score: number): number {
  return (scoreScale * score) / (1 - score);
}

function tagOf(label: string): string {
  return tagOfLabel[label] ?? label;
}
