/** The possible languages of a call's texts, grouped by how they can be detected. Built once per call. */
import { eldKnows } from './eld-scores.ts';
import { scriptsOfLanguage } from './scripts.ts';
import { isSister, relativesOf } from './sister-languages.ts';

export interface Candidates {
  readonly languages: ReadonlySet<string>;
  /** Known to `eld`, and neither a sister nor a relative of a sister: the first look may decide for it. */
  readonly plain: ReadonlySet<string>;
  readonly sisters: readonly string[];
  readonly byScript: ReadonlyMap<string, readonly string[]>;
}

export function findCandidates(languages: readonly string[]): Candidates {
  const sisters = languages.filter(isSister);
  const confusable = new Set([...sisters, ...sisters.flatMap(relativesOf)]);
  return {
    languages: new Set(languages),
    plain: new Set(languages.filter((language) => eldKnows(language) && !confusable.has(language))),
    sisters,
    byScript: groupByScript(languages),
  };
}

/** Whether `eld` knows neither the language nor a close relative, so that only fastText can detect it. */
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
