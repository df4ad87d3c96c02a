import { languageName } from '../../../lib/language-tag.ts';

/** Variants under the names that the libraries' users know; `languageName` would say "British English". */
const variants: Readonly<Record<string, string>> = {
  'en-GB': 'English (British)',
  'en-US': 'English (American)',
  'es-419': 'Spanish (Latin American)',
  'fr-CA': 'French (Canadian)',
  nb: 'Norwegian',
  'pt-BR': 'Portuguese (Brazilian)',
  'pt-PT': 'Portuguese (European)',
  'zh-Hans': 'Chinese (simplified)',
  'zh-Hant': 'Chinese (traditional)',
};

const otherVariants = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' });

export function libraryLanguageName(tag: string): string {
  if (Object.hasOwn(variants, tag)) return variants[tag] ?? tag;
  return tag.includes('-') ? (otherVariants.of(tag) ?? tag) : languageName(tag);
}
