import { memoized } from './memoized.ts';

/**
 * Language tags (BCP-47) as this service compares them. Callers may write `pt-br`; `PT_BR` is not a tag. Tags
 * are in canonical case (`pt-BR`) internally and in upper case (`PT-BR`) in answers.
 */
const wellFormedTag = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*$/i;

/** The longest accepted tag: language, script, region and two variants. */
export const maxLanguageTagLength = 35;

/** Returns the canonical form, or undefined when the tag is not valid. */
export function canonicalLanguageTag(tag: string): string | undefined {
  if (tag.length > maxLanguageTagLength || !wellFormedTag.test(tag)) return undefined;
  return canonicalLocale(tag);
}

// Memoized because every call needs two tags, and this was the most expensive step of a call whose engine
// answers at once.
const canonicalLocale = memoized((tag) => {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}, 1_000);

/** Both tags are in canonical case. */
export interface LanguagePair {
  readonly source: string;
  readonly target: string;
}

/** `pt-BR` → `pt`, `zh-Hans` → `zh`. */
export function baseLanguage(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

/** Whether two tags name one written language: `en-GB` and `en` do, `zh-Hans` and `zh-Hant` don't. */
export function sameLanguage(a: string, b: string): boolean {
  if (baseLanguage(a) !== baseLanguage(b)) return false;
  return new Intl.Locale(a).maximize().script === new Intl.Locale(b).maximize().script;
}

/** The tag in the form used in answers. */
export function answerLanguageTag(tag: string): string {
  return tag.toUpperCase();
}

const names = new Intl.DisplayNames(['en'], { type: 'language' });

export function languageName(tag: string): string {
  return names.of(tag) ?? tag;
}
