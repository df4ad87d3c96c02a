/** Writing systems: the surest thing that a very short text tells about its language. */

const scripts = [
  ...['Cyrl', 'Grek', 'Arab', 'Hebr', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym'],
  ...['Sinh', 'Thai', 'Laoo', 'Mymr', 'Khmr', 'Tibt', 'Ethi', 'Geor', 'Armn', 'Hang', 'Kana', 'Hira', 'Hani'],
];
const patterns = new Map(scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')]));
const beyondLatin = /[^\u0020-\u024f]/;

/** The names that locales give to languages written in several scripts at once. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  Hans: ['Hani'],
  Hant: ['Hani'],
  Jpan: ['Kana', 'Hira', 'Hani'],
  Kore: ['Hang', 'Hani'],
};

/** The script of some words; Latin only where there is no other, because names are written so everywhere. */
export function scriptOfWords(words: string): string {
  if (!beyondLatin.test(words)) return 'Latn';
  for (const [script, pattern] of patterns) if (pattern.test(words)) return script;
  return 'Latn';
}

const known = new Map<string, readonly string[]>();

/** Asking the locale data takes longer than detecting a short text, so the answers are kept. */
export function scriptsOfLanguage(language: string): readonly string[] {
  const scripts = known.get(language) ?? lookUpScripts(language);
  known.set(language, scripts);
  return scripts;
}

function lookUpScripts(language: string): readonly string[] {
  // Serbian is at home in two.
  if (language === 'sr') return ['Cyrl', 'Latn'];
  const script = new Intl.Locale(language).maximize().script ?? 'Latn';
  return partsOf[script] ?? [script];
}
