/**
 * Decides the clear texts, which are the majority: fastText on the first words takes a quarter of the time of
 * full detection. At these thresholds it is wrong once in a few thousand texts.
 */
import type { Candidates } from './candidates.ts';
import { eldKnows } from './eld-scores.ts';
import { fastTextRanking } from './fasttext-ranking.ts';

const firstWordsLength = 48;
/** Shorter texts go directly to full detection. */
const minLength = 72;
const minProbability = 0.5;
/** How many times more likely than the next language. */
const clearOdds = 30;
const minRankedProbability = 0.003;

/** Returns the candidate that a clear text is in, or undefined if full detection is needed. */
export async function detectClearText(words: string, candidates: Candidates): Promise<string | undefined> {
  if (words.length < minLength) return undefined;
  const ranking = await fastTextRanking(words.slice(0, firstWordsLength), 6, minRankedProbability);
  // Dialects that are not candidates take probability from their main language and are not rivals.
  const [best, next] = ranking.filter(
    ({ language }) => eldKnows(language) || candidates.languages.has(language),
  );
  if (best === undefined || !candidates.plain.has(best.language) || best.probability < minProbability) {
    return undefined;
  }
  return best.probability >= clearOdds * (next?.probability ?? minRankedProbability)
    ? best.language
    : undefined;
}
