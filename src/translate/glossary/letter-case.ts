/** Letter case: which spellings match a term, and how the target term takes the case of a spelling. */

/**
 * `none`: no character has a case. `initial`: one letter, both capitalised and in upper case. `mixed`: any
 * other spelling, such as `iPhone`.
 */
export type LetterCase = 'none' | 'lower' | 'initial' | 'capital' | 'upper' | 'mixed';

export interface CaseRules {
  lower(text: string): string;
  upper(text: string): string;
}

/** Only these languages have special rules, and the locale functions take several times as long. */
const withSpecialRules = new Set(['tr', 'az', 'lt']);
const usualRules: CaseRules = { lower: (text) => text.toLowerCase(), upper: (text) => text.toUpperCase() };

/** `language` has no region. */
export function caseRules(language: string): CaseRules {
  if (!withSpecialRules.has(language)) return usualRules;
  return {
    lower: (text) => text.toLocaleLowerCase(language),
    upper: (text) => text.toLocaleUpperCase(language),
  };
}

export function letterCase(text: string, lower: string, { upper }: CaseRules): LetterCase {
  const uppered = upper(text);
  if (uppered === lower) return 'none';
  if (text === lower) return 'lower';
  const isCapital = text === capitalised(lower, upper);
  if (text === uppered) return isCapital ? 'initial' : 'upper';
  return isCapital ? 'capital' : 'mixed';
}

/** Adapts a target term to the letter case of an occurrence, given word by word, of a lower-case term. */
export function matchCase(target: string, words: readonly LetterCase[], { lower, upper }: CaseRules): string {
  const cased = words.filter((word) => word !== 'none');
  const isUpper = cased.every((word) => word === 'upper' || word === 'initial');
  if (isUpper && cased.includes('upper')) return upper(target);
  // A target term with capitals (`Haus`, `iPhone`) keeps its spelling.
  const takesCapital = cased[0] !== 'lower' && target === lower(target);
  return takesCapital ? capitalised(target, upper) : target;
}

function capitalised(text: string, upper: CaseRules['upper']): string {
  const [first = ''] = text;
  return upper(first) + text.slice(first.length);
}
