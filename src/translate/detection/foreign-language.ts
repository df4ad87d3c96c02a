/** Says when a text is so clearly in a language outside a call's candidates that guessing would be wrong. */
import { type Evidence, leaderOf } from './evidence.ts';

/**
 * How far a foreign language must be ahead of every candidate. A false refusal is the worse failure: it stops
 * a whole call. On FLORES the sentences of eight candidates never reached it, the nearest being Danish that
 * looks Norwegian, and nineteen of twenty sentences in unrelated languages are past 12.
 */
const foreignLead = 8;
/** Labels and headings are shorter; they look foreign for no reason. */
const minWords = 5;
/** A list of names has none, a sentence has some in any script: only capitals make a name. */
const minPlainWords = 2;
const capital = /^\p{Lu}/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

export function foreignLanguageOf(
  evidence: Evidence,
  candidates: ReadonlySet<string>,
  words: string,
): string | undefined {
  const { language, weight } = leaderOf(evidence);
  if (language === '' || candidates.has(language)) return undefined;
  const isAhead = weight - leaderOf(evidence, candidates).weight >= foreignLead;
  return isAhead && isSentence(words) ? language : undefined;
}

/** Counts words as dictionaries do: Chinese, Japanese and Thai write them without spaces. */
function isSentence(words: string): boolean {
  let all = 0;
  let plain = 0;
  for (const { segment, isWordLike } of segmenter.segment(words)) {
    if (isWordLike !== true) continue;
    all += 1;
    if (!capital.test(segment)) plain += 1;
    if (all >= minWords && plain >= minPlainWords) return true;
  }
  return false;
}
