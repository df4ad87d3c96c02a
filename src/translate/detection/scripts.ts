/** Writing systems: the most reliable evidence of the language of a very short text. */

const scripts = [
  ...['Cyrl', 'Grek', 'Arab', 'Hebr', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym'],
  ...['Sinh', 'Thai', 'Laoo', 'Mymr', 'Khmr', 'Tibt', 'Ethi', 'Geor', 'Armn', 'Hang', 'Kana', 'Hira', 'Hani'],
];
const patterns = new Map(scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')]));
const beyondLatin = /[^\u0020-\u024f]/;

/** Script codes of locales that stand for other scripts, or for several at once. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  Hans: ['Hani'],
  Hant: ['Hani'],
  Jpan: ['Kana', 'Hira', 'Hani'],
  Kore: ['Hang', 'Hani'],
};

/** Returns Latin only if no other script occurs, because text in any script may contain Latin names. */
export function scriptOfWords(words: string): string {
  if (!beyondLatin.test(words)) return 'Latn';
  for (const [script, pattern] of patterns) if (pattern.test(words)) return script;
  return 'Latn';
}

const known = new Map<string, readonly string[]>();

/** Results are cached, because a look-up in the locale data takes longer than detecting a short text. */
export function scriptsOfLanguage(language: string): readonly string[] {
  const scripts = known.get(language) ?? lookUpScripts(language);
  known.set(language, scripts);
  return scripts;
}

function lookUpScripts(language: string): readonly string[] {
  // Serbian is written in two scripts, but the locale data has one.
  if (language === 'sr') return ['Cyrl', 'Latn'];
  const script = new Intl.Locale(language).maximize().script ?? 'Latn';
  return partsOf[script] ?? [script];
}
