/** Upper and lower case: which spellings of a term count as the term, and how its target term follows them. */

/**
 * `none`: nothing here has a case. `initial`: one letter, a capital and in upper case at once. `mixed`: a spelling
 * of its own, such as `iPhone`.
 */
export type LetterCase = 'none' | 'lower' | 'initial' | 'capital' | 'upper' | 'mixed';

export interface CaseRules {
  lower(text: string): string;
  upper(text: string): string;
}

/** Few languages have rules of their own, and asking for them costs several times as much. */
const withOwnRules = new Set(['tr', 'az', 'lt']);
const usualRules: CaseRules = { lower: (text) => text.toLowerCase(), upper: (text) => text.toUpperCase() };

/** `language` without a region. */
export function caseRules(language: string): CaseRules {
  if (!withOwnRules.has(language)) return usualRules;
  return {
    lower: (text) => text.toLocaleLowerCase(language),
    upper: (text) => text.toLocaleUpperCase(language),
  };
}

export function letterCase(text: string, lower: string, { upper }: CaseRules): LetterCase {
  const raised = upper(text);
  if (raised === lower) return 'none';
  if (text === lower) return 'lower';
  const isCapital = text === capitalised(lower, upper);
  if (text === raised) return isCapital ? 'initial' : 'upper';
  return isCapital ? 'capital' : 'mixed';
}

/** The target term as it follows the spelling of an occurrence, word by word, of a term in lower case. */
export function followCase(
  target: string,
  words: readonly LetterCase[],
  { lower, upper }: CaseRules,
): string {
  const cased = words.filter((word) => word !== 'none');
  const isUpper = cased.every((word) => word === 'upper' || word === 'initial');
  if (isUpper && cased.includes('upper')) return upper(target);
  // A target term with capitals of its own (`Haus`, `iPhone`) has its spelling already.
  const isOpen = cased[0] !== 'lower' && target === lower(target);
  return isOpen ? capitalised(target, upper) : target;
}

function capitalised(text: string, upper: CaseRules['upper']): string {
  const [first = ''] = text;
  return upper(first) + text.slice(first.length);
}
