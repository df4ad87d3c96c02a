/** The language pairs that a key may use: `EN-DE`, `EN-*`, `*-DE`. A language stands for all of its variants. */
import { baseLanguage, canonicalLanguageTag, type LanguagePair } from './language-tag.ts';

const pattern = /^([a-z]{2,3}|\*)-([a-z]{2,3}|\*)$/i;

/** In upper case, as answers name languages; undefined if it is no pair, or all pairs. */
export function readKeyPair(text: string): string | undefined {
  const [, source, target] = pattern.exec(text) ?? [];
  if (source === undefined || target === undefined || (source === '*' && target === '*')) return undefined;
  const tags = [source, target].map((tag) => (tag === '*' ? tag : canonicalLanguageTag(tag)?.toUpperCase()));
  return tags.includes(undefined) ? undefined : tags.join('-');
}

/** Whether one of the pairs covers the languages of a text. */
export function allowsPair(pairs: readonly string[], { source, target }: LanguagePair): boolean {
  const languages = [baseLanguage(source), baseLanguage(target)].map((tag) => tag.toUpperCase());
  return pairs.some((pair) => pair.split('-').every((side, i) => side === '*' || side === languages[i]));
}
