import { formatter } from './locale.ts';
import { interfaceLanguage } from './messages.ts';

/**
 * `EN-GB` is "British English". An invalid code is returned unchanged. The server names languages in English, so its names
 * are used only there.
 */
export function languageName(code: string, englishName?: string): string {
  if (englishName !== undefined && interfaceLanguage() === 'en') return englishName;
  try {
    return formatter(Intl.DisplayNames, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
