/** The languages that a call's texts may be in, sorted by how they can be told; made once for a call. */
import { eldKnows } from './eld-scores.ts';
import { scriptsOfLanguage } from './scripts.ts';
import { isSister, relativesOf } from './sister-languages.ts';

export interface Candidates {
  readonly languages: ReadonlySet<string>;
  /** Known to `eld`, and not the relative of a sister in the candidates: a first look may settle on it. */
  readonly plain: ReadonlySet<string>;
  readonly sisters: readonly string[];
  readonly byScript: ReadonlyMap<string, readonly string[]>;
}

export function findCandidates(languages: readonly string[]): Candidates {
  const sisters = languages.filter(isSister);
  const mixedUp = new Set([...sisters, ...sisters.flatMap(relativesOf)]);
  return {
    languages: new Set(languages),
    plain: new Set(languages.filter((language) => eldKnows(language) && !mixedUp.has(language))),
    sisters,
    byScript: groupByScript(languages),
  };
}

/** Whether `eld` knows neither the language nor a close relative: fastText is the only witness. */
export function isStrange(language: string): boolean {
  return !eldKnows(language) && !isSister(language);
}

function groupByScript(languages: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const pairs = languages.flatMap((language) =>
    scriptsOfLanguage(language).map((script) => ({ script, language })),
  );
  const groups = Map.groupBy(pairs, ({ script }) => script);
  return new Map([...groups].map(([script, members]) => [script, members.map(({ language }) => language)]));
}
