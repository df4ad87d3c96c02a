/** The languages of the dashboard, each named in itself. A new one needs a line here, and `npm run messages`. */
export const interfaceLanguages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  'pt-BR': 'Português (Brasil)',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  'zh-Hans': '简体中文',
  ar: 'العربية',
} as const;

export type InterfaceLanguage = keyof typeof interfaceLanguages;

export const interfaceLanguageCodes = Object.keys(interfaceLanguages) as InterfaceLanguage[];

export function isInterfaceLanguage(code: unknown): code is InterfaceLanguage {
  return typeof code === 'string' && Object.hasOwn(interfaceLanguages, code);
}

export function directionOf(language: InterfaceLanguage): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/**
 * The first wanted language that the dashboard has: `de-AT` is served by `de`, `zh-CN` by `zh-Hans`, and `pt-PT` by
 * `pt-BR`, which its readers understand better than English.
 */
export function pickInterfaceLanguage(wanted: readonly string[]): InterfaceLanguage {
  for (const code of wanted) {
    const exact = interfaceLanguageCodes.find((one) => one.toLowerCase() === code.toLowerCase());
    if (exact !== undefined) return exact;
    const base = code.split('-', 1)[0]?.toLowerCase();
    const near = interfaceLanguageCodes.find((one) => one.split('-', 1)[0] === base);
    if (near !== undefined) return near;
  }
  return 'en';
}
