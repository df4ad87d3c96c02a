/** Strings of user interfaces in 35 languages, and how many of them are detected. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { detectLanguages } from '../../src/translate/detection/detect-languages.ts';

export interface InterfaceString {
  readonly text: string;
  readonly language: string;
  /** Every right answer: other languages may write the string in the same way. */
  readonly languages: readonly string[];
  /** Two fifths of the strings, chosen by their hash. Nothing may be fitted on them. */
  readonly isHeldOut: boolean;
  readonly isOneWord: boolean;
}

/** The languages that Firefox's models translate to English. */
export const everyLanguage = (
  'ar az be bg bn bs ca cs da de el en es et fa fi fr gu he hi hr hu id is it ja kn ko lt lv ml ms mt nb nl nn ' +
  'pl pt ro ru sk sl sq sr sv ta te tr uk vi zh'
).split(' ');
export const someLanguages = 'en de fr es it pt nl pl cs sv da fi'.split(' ');

export function readInterfaceStrings(): InterfaceString[] {
  const file = readFileSync(new URL('interface-strings.txt', import.meta.url), 'utf8');
  return file
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map(parseLine);
}

function parseLine(line: string): InterfaceString {
  const end = line.indexOf(': ');
  const languages = line.slice(0, end).split(' ');
  const text = line.slice(end + 2);
  const [firstByte = 0] = createHash('sha256').update(text).digest();
  return {
    text,
    language: languages[0] ?? '',
    languages,
    isHeldOut: firstByte % 5 < 2,
    isOneWord: !text.includes(' '),
  };
}

/** The strings that are not detected in a call of their own, with what each is taken for. */
export async function findMistakes(
  strings: readonly InterfaceString[],
  candidates: readonly string[],
): Promise<Map<InterfaceString, string>> {
  const mistakes = new Map<InterfaceString, string>();
  for (const string of strings) {
    const [found] = await detectLanguages([string.text], candidates);
    if (!isRight(string, found)) mistakes.set(string, found?.language ?? '');
  }
  return mistakes;
}

/** Like `findMistakes`, but in calls with sentences in another language. */
export async function findMistakesBeside(
  others: ReadonlyMap<string, readonly string[]>,
  strings: readonly InterfaceString[],
  candidates: readonly string[],
): Promise<Map<InterfaceString, string>> {
  const mistakes = new Map<InterfaceString, string>();
  for (const string of strings) {
    const sentences = [...others].find(([language]) => !string.languages.includes(language))?.[1] ?? [];
    const found = (await detectLanguages([...sentences, string.text], candidates)).at(-1);
    if (!isRight(string, found)) mistakes.set(string, found?.language ?? '');
  }
  return mistakes;
}

function isRight(
  { languages }: InterfaceString,
  found: { kind: string; language: string } | undefined,
): boolean {
  return found?.kind === 'found' && languages.includes(found.language);
}
