/**
 * Settles the clear texts, which most are: fastText on the first words takes a quarter of the time of a full
 * look. Where it is this sure it is wrong once in some thousand texts.
 */
import type { Candidates } from './candidates.ts';
import { eldKnows } from './eld-scores.ts';
import { fastTextRanking } from './fasttext-ranking.ts';

const firstWordsLength = 48;
/** Shorter texts are looked at as a whole at once. */
const minLength = 72;
const minProbability = 0.5;
/** How many times likelier than the next language. */
const clearOdds = 30;
const leastTold = 0.003;

/** The language of a clear text, one of the candidates's; undefined when a full look is needed. */
export async function languageAtFirstLook(
  words: string,
  candidates: Candidates,
): Promise<string | undefined> {
  if (words.length < minLength) return undefined;
  const ranking = await fastTextRanking(words.slice(0, firstWordsLength), 6, leastTold);
  // Dialects that nobody asked for take a share of their big sister's probability: they are no rivals.
  const [best, next] = ranking.filter(
    ({ language }) => eldKnows(language) || candidates.languages.has(language),
  );
  if (best === undefined || !candidates.plain.has(best.language) || best.probability < minProbability) {
    return undefined;
  }
  return best.probability >= clearOdds * (next?.probability ?? leastTold) ? best.language : undefined;
}
