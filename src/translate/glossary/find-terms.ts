/**
 * Finds the terms of glossaries in a text. Of terms that overlap the longest wins, then the one that comes first. A
 * term is found as it is written; one in lower case is also found capitalised and in upper case, and its target term
 * follows.
 */
import { baseLanguage } from '../../lib/language-tag.ts';
import { caseRules, followCase } from './letter-case.ts';
import { spellText } from './spelled-text.ts';
import { TermSearch } from './term-search.ts';
import type { TermTable } from './term-table.ts';

export interface FoundTerm {
  readonly start: number;
  readonly end: number;
  /** The term as the glossary has it. */
  readonly source: string;
  /** What stands for it, in the case of this occurrence. */
  readonly target: string;
}

export interface TermFinder {
  /** In the order of the text. */
  find(text: string): Promise<FoundTerm[]>;
}

/** Where two tables have the same term, the first one counts. */
export function createTermFinder(
  tables: readonly TermTable[],
  pair: { readonly source: string; readonly target: string },
): TermFinder {
  const sourceCase = caseRules(baseLanguage(pair.source));
  const targetCase = caseRules(baseLanguage(pair.target));
  return {
    async find(text) {
      const spelled = spellText(text, sourceCase);
      const found = await new TermSearch(tables, spelled).run();
      return found.map(({ first, last, entry: { source, target }, isExact }) => ({
        start: spelled.tokens[first]?.start ?? 0,
        end: spelled.tokens[last]?.end ?? 0,
        source,
        target: isExact ? target : followCase(target, spelled.casesOf(first, last), targetCase),
      }));
    },
  };
}
