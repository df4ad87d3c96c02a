/** Sentences of FLORES by language, and parts of them. The data isn't part of the repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { dataFolder } from '../support/test-data.ts';

/**
 * The sentences of every language by its tag. `flores-dev` has all languages; `flores-test` has other sentences
 * in some of them, on which only how strongly a text follows its call was fitted.
 */
export function readFlores(part: 'flores-dev' | 'flores-test'): Map<string, string[]> {
  const folder = resolve(dataFolder, part);
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return new Map(
    files.toSorted().map((name) => {
      const text = readFileSync(resolve(folder, name), 'utf8');
      return [name.slice(0, -'.txt'.length), text.trim().split('\n')];
    }),
  );
}

const withoutSpaces = new Set(['ja', 'my', 'th', 'zh']);
const charactersForWords: Readonly<Record<number, number>> = { 1: 3, 2: 5, 5: 12 };

/** So many words from the middle of a sentence; characters where a language doesn't separate words. */
export function middleOf(sentence: string, language: string, words: number): string {
  if (withoutSpaces.has(language)) {
    return middle([...sentence], charactersForWords[words] ?? words).join('');
  }
  return middle(sentence.trim().split(/\s+/), words).join(' ');
}

function middle<T>(items: readonly T[], count: number): T[] {
  const start = Math.max(0, Math.floor((items.length - count) / 2));
  return items.slice(start, start + count);
}
