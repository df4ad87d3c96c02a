import { type Entry, keyOf } from './po-file.ts';
import { problemsOfTranslation } from './verify.ts';

export interface Filled {
  readonly text: string;
  readonly context?: string;
  readonly translation: string;
}

/** Puts translations into a catalogue. A broken one is left out and reported. Empty ones are ignored. */
export function fill(
  language: string,
  catalogue: readonly Entry[],
  filled: readonly Filled[],
): { entries: Entry[]; problems: string[]; count: number } {
  const known = new Set(catalogue.map(keyOf));
  const accepted = new Map<string, string>();
  const problems: string[] = [];
  for (const { text, context = '', translation } of filled) {
    if (translation === '') continue;
    const key = keyOf({ text, context });
    const found = known.has(key)
      ? problemsOfTranslation(language, text, translation)
      : ['is not a message of the dashboard'];
    problems.push(...found.map((problem) => `${JSON.stringify(text)}: ${problem}`));
    if (found.length === 0) accepted.set(key, translation);
  }
  const entries = catalogue.map((entry) => ({
    ...entry,
    translation: accepted.get(keyOf(entry)) ?? entry.translation,
  }));
  return { entries, problems, count: accepted.size };
}
