/** What the pages of style rules say about rules and languages. */
import type { Languages, StyleRuleList } from '../../api/queries.ts';
import { coversLanguage } from '../../lib/language-coverage.ts';
import { languageLabel } from '../../lib/language-names.ts';
import { interfaceLanguage } from '../../lib/messages.ts';

type Targets = Languages['targets'];

/** The only source languages that make a difference for this list, and the one that is chosen already. */
export function sourceChoices(
  targets: Targets,
  language: string,
  chosen: string,
  nameOf: (code: string) => string,
): { value: string; label: string }[] {
  const meant = targets.filter(({ code }) => coversLanguage(language, code));
  const names = new Map(
    meant.flatMap(({ sources }) => sources.map(({ code, name }) => [code, languageLabel(code, name)])),
  );
  if (chosen !== '' && !names.has(chosen)) names.set(chosen, nameOf(chosen));
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, interfaceLanguage()));
}

/** Whether any engine of the team follows instructions for translations into the language. */
export function isFollowed(targets: Targets, language: string): boolean {
  return targets.some(({ code, instructions }) => instructions && coversLanguage(language, code));
}

export interface WordedRule {
  readonly group: string;
  readonly rule: string;
  readonly option: string;
}

/** The rules as an engine gets them: their names in words. */
export function wordRules(rules: StyleRuleList['configured_rules']): WordedRule[] {
  return Object.entries(rules).flatMap(([group, options]) =>
    Object.entries(options ?? {}).map(([rule, option]) => ({
      group: capitalized(inWords(group)),
      rule: inWords(rule),
      option: inWords(option),
    })),
  );
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
