/**
 * Languages that `eld` takes for a close relative because it doesn't know them. They borrow the relative's
 * score, and what tells the two apart is added: distinctive words here, fastText's opinion later.
 */
import { countDistinctiveWords } from './distinctive-words.ts';

interface Sister {
  readonly relatives: readonly string[];
  /** Evidence in advance. More of it finds more short texts of the sister and loses as many of the relative. */
  readonly advance: number;
}

const sisters: Readonly<Record<string, Sister>> = {
  af: { relatives: ['nl'], advance: 0.6 },
  ast: { relatives: ['es'], advance: 0 },
  bs: { relatives: ['hr'], advance: 0 },
  gl: { relatives: ['es', 'pt'], advance: 0.3 },
  id: { relatives: ['ms'], advance: 0 },
  lb: { relatives: ['de'], advance: 0 },
  mk: { relatives: ['bg', 'sr'], advance: 0 },
  nn: { relatives: ['no'], advance: 0 },
  oc: { relatives: ['ca', 'fr'], advance: 0 },
  // `eld` knows Serbian in Cyrillic letters. In Latin letters only distinctive words set it apart from Croatian.
  sr: { relatives: ['hr'], advance: -3 },
};

/** A word that one language of two doesn't have says about as much as a lead of three in n-grams. */
const tellingWordWeight = 3;
/** A very good score speaks for the relative itself, a poor one for its sister. */
const doubtfulScore = 89;
const pull = 0.06;
/** A relative this far behind the best language has lost, and its sister with it. */
const hopeless = 0.7;

export interface BorrowedScore {
  readonly score: number;
  /** Evidence besides the score. */
  readonly more: number;
}

export function isSister(language: string): boolean {
  return Object.hasOwn(sisters, language);
}

export function relativesOf(language: string): readonly string[] {
  return sisters[language]?.relatives ?? [];
}

/** What a sister language can borrow from the best of its relatives, if anything. */
export function borrowScore(
  language: string,
  scores: ReadonlyMap<string, number>,
  words: string,
): BorrowedScore | undefined {
  const sister = sisters[language];
  const relative = sister?.relatives.reduce((a, b) => ((scores.get(b) ?? 0) > (scores.get(a) ?? 0) ? b : a));
  const score = relative === undefined ? undefined : scores.get(relative);
  if (sister === undefined || relative === undefined || score === undefined) return undefined;
  const [best = 0] = scores.values();
  const lead =
    score < hopeless * best
      ? 0
      : countDistinctiveWords(language, words) - countDistinctiveWords(relative, words);
  return {
    score: score - pull * (score - doubtfulScore),
    more: sister.advance + tellingWordWeight * lead,
  };
}
