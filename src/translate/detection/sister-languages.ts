/**
 * Languages that `eld` does not know and mistakes for a close relative. They borrow the score of the
 * relative, plus evidence that distinguishes the two: distinctive words here, the opinion of fastText later.
 */
import { countDistinctiveWords } from './distinctive-words.ts';
import type { Evidence } from './evidence.ts';

interface Sister {
  readonly relatives: readonly string[];
  /** Initial evidence. More of it finds more short texts of the sister but loses as many of the relative. */
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
  // `eld` knows Serbian in Cyrillic. In Latin script only distinctive words distinguish it from Croatian.
  sr: { relatives: ['hr'], advance: -3 },
};

/** A word that occurs in only one of two languages is worth about as much as a lead of three in n-grams. */
const distinctiveWordWeight = 3;
/** A score above this is evidence for the relative, a score below it for the sister. */
const doubtfulScore = 89;
const pull = 0.06;
/** Below this fraction of the best score a relative is ruled out, and distinctive words do not count. */
const minScoreFraction = 0.7;

/**
 * What a listed word of the relative counts for the sister, which shares most of its words and has a shorter
 * list. The rest still distinguishes the two where nothing else does.
 */
const sharedWordFraction = 0.85;

/** `eld` knows both, but one or two words are often the same in both. */
const similarLanguages = ['da', 'no'];

export interface BorrowedScore {
  readonly score: number;
  /** Evidence in addition to the score. */
  readonly more: number;
}

export function isSister(language: string): boolean {
  return Object.hasOwn(sisters, language);
}

export function relativesOf(language: string): readonly string[] {
  return sisters[language]?.relatives ?? [];
}

export function areRelatives(a: string, b: string): boolean {
  if (a === b) return false;
  return (
    relativesOf(a).includes(b) ||
    relativesOf(b).includes(a) ||
    (similarLanguages.includes(a) && similarLanguages.includes(b))
  );
}

/** Returns the evidence from the listed words of its relatives that a sister gets beyond that of its own list. */
export function borrowWordEvidence(language: string, ofWords: Evidence): number {
  const best = Math.max(0, ...relativesOf(language).map((relative) => ofWords.get(relative) ?? 0));
  return Math.max(0, sharedWordFraction * best - (ofWords.get(language) ?? 0));
}

/** Returns the score that a sister borrows from its best relative, or undefined if no relative has one. */
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
    score < minScoreFraction * best
      ? 0
      : countDistinctiveWords(language, words) - countDistinctiveWords(relative, words);
  return {
    score: score - pull * (score - doubtfulScore),
    more: sister.advance + distinctiveWordWeight * lead,
  };
}
