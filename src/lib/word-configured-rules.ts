/**
 * Puts configured rules into words: `punctuation: { apostrophe: 'use_curly_apostrophes' }` becomes "Punctuation,
 * apostrophe: use curly apostrophes". DeepL defines some 150 rules whose names say what they mean, and adds to them.
 * Worded by their names, new ones need no change here.
 */
export function wordConfiguredRules(
  rules: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string[] {
  return Object.entries(rules).flatMap(([group, options]) =>
    Object.entries(options).map(
      ([rule, option]) => `${capitalized(inWords(group))}, ${inWords(rule)}: ${inWords(option)}`,
    ),
  );
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
