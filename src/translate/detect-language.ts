/** Says which language a text is written in, among the languages that make sense for the call. */
import { eld } from 'eld/large';
import { baseLanguage } from '../lib/language-tag.ts';

/**
 * The language of one text among `candidates`, or undefined when it looks like none of them. A candidate that
 * is a variant (`pt-BR`) is found by its base language.
 */
export function detectLanguage(text: string, candidates: readonly string[]): string | undefined {
  const scores = eld.detect(text).getScores();
  let best: { tag: string; score: number } | undefined;
  for (const tag of candidates) {
    const score = scores[baseLanguage(tag)] ?? 0;
    if (score > (best?.score ?? 0)) best = { tag, score };
  }
  return best?.tag;
}
