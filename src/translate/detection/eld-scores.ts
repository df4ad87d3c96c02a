/** What `eld` says about some words. It knows 60 languages well and is asked about every text. */
import { eld } from 'eld/medium';
import { leastScore } from './evidence.ts';

/** `eld` calls Kurdish in Arabic letters `ku`; that is Sorani, while `ku` alone is read as Kurmanji. */
const tagOfLabel: Readonly<Record<string, string>> = { ku: 'ckb' };
const knownTags = new Set(Object.values(eld.info().Languages).map(tagOf));

export function eldKnows(language: string): boolean {
  return knownTags.has(language);
}

/** `eld` squeezes its scores into 0…1 as x / (x + 25). */
const squeeze = 25;

/**
 * How well each language explains an average n-gram of some words, the best first: about 100 for the right one
 * in Latin letters, up to 200 in a script of its own.
 */
export function eldScores(words: string): Map<string, number> {
  const squeezed = eld.detect(words).getScores();
  const scores = new Map<string, number>();
  for (const label in squeezed) {
    const score = unsqueeze(squeezed[label] ?? 0);
    // They come in order, and only a few of the sixty count.
    if (score <= leastScore) break;
    scores.set(tagOf(label), score);
  }
  return scores;
}

function unsqueeze(score: number): number {
  return (squeeze * score) / (1 - score);
}

function tagOf(label: string): string {
  return tagOfLabel[label] ?? label;
}
