/**
 * Finds the terms of glossaries in a text. Of terms that overlap the longest wins, then the one that comes first. A
 * term is found as it is written; one in lower case is also found capitalised and in upper case, and its target term
 * follows.
 */
import { baseLanguage } from '../../lib/language-tag.ts';
import { caseRules, followCase } from './letter-case.ts';
import { spellText } from './spelled-text.ts';
import { type SearchWork, TermSearch } from './term-search.ts';
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
  /** In the order of the text; undefined when it takes more work than a call may cause. */
  find(text: string): Promise<FoundTerm[] | undefined>;
}

/** Terms between two looks at the clock. */
const termsPerStep = 128;

/** Where two tables have the same term, the first one counts. */
export function createTermFinder(
  tables: readonly TermTable[],
  pair: { readonly source: string; readonly target: string },
  work: SearchWork,
): TermFinder {
  const sourceCase = caseRules(baseLanguage(pair.source));
  const targetCase = caseRules(baseLanguage(pair.target));
  return {
    async find(text) {
      const spelled = await spellText(text, sourceCase, work.pace);
      const taken = await new TermSearch(tables, spelled, work).run();
      if (taken === undefined) return undefined;
      const found: FoundTerm[] = [];
      for (const { first, last, entry, isExact } of taken) {
        if (found.length % termsPerStep === 0 && work.pace.isOver) await work.pace.next();
        const { source, target } = entry;
        work.targetCharacters -= target.length;
        if (work.targetCharacters < 0) return undefined;
        found.push({
          start: spelled.tokens[first]?.start ?? 0,
          end: spelled.tokens[last]?.end ?? 0,
          source,
          target: isExact ? target : followCase(target, spelled.casesOf(first, last), targetCase),
        });
      }
      return found;
    },
  };
}
