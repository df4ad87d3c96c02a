/**
 * Finds glossary terms in a text. Of overlapping terms the longest wins, then the first. A term matches as it
 * is written; a term in lower case also matches capitalised and in upper case, and its target term takes the
 * same case.
 */
import { baseLanguage, type LanguagePair } from '../../lib/language-tag.ts';
import { caseRules, matchCase } from './letter-case.ts';
import { prepareForSearch } from './searchable-text.ts';
import { type SearchBudget, TermSearch } from './term-search.ts';
import type { TermTable } from './term-table.ts';

export interface FoundTerm {
  readonly start: number;
  readonly end: number;
  /** As written in the glossary. */
  readonly source: string;
  /** The target term, in the letter case of this occurrence. */
  readonly target: string;
}

export interface TermFinder {
  /** Returns terms in text order, or undefined if the search exceeds the work limit of the call. */
  find(text: string): Promise<FoundTerm[] | undefined>;
}

/** Terms between two checks of the pace. */
const termsPerStep = 128;

/** If several tables have the same term, the first table wins. */
export function createTermFinder(
  tables: readonly TermTable[],
  pair: LanguagePair,
  work: SearchBudget,
): TermFinder {
  const sourceCase = caseRules(baseLanguage(pair.source));
  const targetCase = caseRules(baseLanguage(pair.target));
  return {
    async find(text) {
      const spelled = await prepareForSearch(text, sourceCase, work.pace);
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
          target: isExact ? target : matchCase(target, spelled.casesOf(first, last), targetCase),
        });
      }
      return found;
    },
  };
}
