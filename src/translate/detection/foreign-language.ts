/** Decides whether a text is so clearly in a language outside the candidates that a guess would be wrong. */
import { type Evidence, leaderOf } from './evidence.ts';

/**
 * How far a foreign language must be ahead of every candidate. A false refusal is the worse failure, because
 * it stops the whole call. On FLORES no sentence of eight candidate languages reached this lead (the closest
 * was Danish that looks Norwegian), and nineteen of twenty sentences in unrelated languages exceed 12.
 */
const foreignLead = 8;
/** Labels and headings are shorter, and often look foreign by chance. */
const minWords = 5;
/** Words without a capital: a list of names has none, a sentence has some in any script. */
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

/** Uses a segmenter, because Chinese, Japanese and Thai do not put spaces between words. */
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
