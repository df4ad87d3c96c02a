import { formatter } from './locale.ts';
import { interfaceLanguage, t } from './messages.ts';

/**
 * `EN-GB` is "British English". An invalid code is returned unchanged. The server names languages in English, so its names
 * are used only there.
 */
export function languageName(code: string, englishName?: string): string {
  if (englishName !== undefined && interfaceLanguage() === 'en') return englishName;
  // The only variant that engines serve. Browsers name languages, scripts and regions, but no variants.
  if (code.toLowerCase() === 'ca-valencia') return t('Catalan (Valencian)');
  try {
    return formatter(Intl.DisplayNames, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** For a list or a heading. Within a sentence, many languages write the names of languages in lower case. */
export function languageLabel(code: string, englishName?: string): string {
  return capitalized(languageName(code, englishName));
}

export function capitalized(name: string): string {
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(interfaceLanguage()) + rest.join('');
}
