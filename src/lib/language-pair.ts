/** Names of language pairs, as in folders of models and in the configuration file: `en-de`, `en-zh-Hans`. */
import { canonicalLanguageTag, type LanguagePair, maxLanguageTagLength } from './language-tag.ts';

/** Splits the name where both halves are language tags: `en-zh-Hans` is `en` and `zh-Hans`. */
export function pairOf(name: string): LanguagePair | undefined {
  const pairs = pairsOf(name);
  // `pt-BR-en` could also be Portuguese to the Breton of a region EN.
  return (
    pairs.find(({ source, target }) => `${source}-${target}` === name) ??
    pairs.find(({ source, target }) => hasKnownRegion(source) && hasKnownRegion(target)) ??
    pairs[0]
  );
}

/** Two of the longest tags and what is between them. */
const maxNameLength = 2 * maxLanguageTagLength + 1;

/** All readings of a name. Mozilla writes `zh_hant` in some lists; an underscore never separates languages. */
export function pairsOf(name: string): LanguagePair[] {
  if (name.length > maxNameLength) return [];
  const parts = name.split('-');
  const tagOf = (some: readonly string[]) => canonicalLanguageTag(some.join('-').replaceAll('_', '-'));
  return parts.slice(1).flatMap((_, i) => {
    const [source, target] = [tagOf(parts.slice(0, i + 1)), tagOf(parts.slice(i + 1))];
    return source !== undefined && target !== undefined && source !== target ? [{ source, target }] : [];
  });
}

/** The name under which a model is installed: `en-zh-Hant` for `en-zh_hant`. */
export function pairNameOf(name: string): string | undefined {
  const pair = pairOf(name);
  return pair && `${pair.source}-${pair.target}`;
}

/** A folder that was copied by hand may be spelled differently from the name that is asked for. */
export function isSamePair(name: string, other: string): boolean {
  return name === other || (pairNameOf(name) ?? name) === pairNameOf(other);
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

function hasKnownRegion(tag: string): boolean {
  const { region } = new Intl.Locale(tag);
  return region === undefined || regionNames.of(region) !== undefined;
}
