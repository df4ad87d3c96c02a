/**
 * Whether what an engine gave back can be a translation at all. A fault makes an answer useless: the engine is asked
 * again, then another one. A doubt leaves it usable, and the caller is told: names and codes are the same in every
 * language, and some texts really get shorter.
 */
import { baseLanguage } from '../../lib/language-tag.ts';
import { scriptOfWords, scriptsOfLanguage } from '../detection/scripts.ts';
import { hasLoop, hasRowOfSigns } from './repetition.ts';

export type Fault = 'empty' | 'too_long' | 'repetition' | 'wrong_script';
export type Doubt = 'copied' | 'too_short';

export interface Pair {
  readonly source: string;
  readonly target: string;
}

/** Of longer texts the end is looked at: an engine that loops does so to the end, and judging must not take long. */
const maxCharacters = 8_000;

export function faultOf(text: string, answer: string, pair: Pair): Fault | undefined {
  if (!word.test(text)) return undefined;
  if (!word.test(answer)) return 'empty';
  if (isTooLong(text, answer)) return 'too_long';
  const [endOfText, endOfAnswer] = [text.slice(-maxCharacters), answer.slice(-maxCharacters)];
  const [asked, given] = [wordsOf(endOfText), wordsOf(endOfAnswer)];
  if (hasLoop(given, asked) || hasRowOfSigns(endOfAnswer, endOfText)) return 'repetition';
  return isInWrongScript(given, asked, pair) ? 'wrong_script' : undefined;
}

export function doubtOf(text: string, answer: string, pair: Pair): Doubt | undefined {
  if (isTooShort(text, answer)) return 'too_short';
  return isCopied(text.slice(-maxCharacters), answer.slice(-maxCharacters), pair) ? 'copied' : undefined;
}

function isTooLong(text: string, answer: string): boolean {
  // No weight is below the length or above three times the length, so most answers need no weighing.
  if (answer.length <= text.length) return false;
  return weightOf(answer) > 3 * weightOf(text) + 40;
}

export function isTooShort(text: string, answer: string): boolean {
  if (answer.length >= 0.66 * text.length) return false;
  const weight = weightOf(text);
  return weight >= 60 && weightOf(answer) < 0.22 * weight;
}

const word = /[\p{L}\p{M}\p{N}]/u;
const words = /[\p{L}\p{M}\p{N}]+/gu;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(words) ?? [];
}

const beyondLatin = /[^\0-\u024f]/;
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Its length in Latin letters, about: some scripts say in one character what others say in three. */
function weightOf(text: string): number {
  return beyondLatin.test(text) ? text.length + 2 * (text.match(dense)?.length ?? 0) : text.length;
}

const letters = /\p{L}/u;

/** Korean has Chinese characters, and is never written in them. */
function scriptsIn(target: string): readonly string[] {
  const scripts = scriptsOfLanguage(target);
  return scripts.includes('Hang') ? ['Hang'] : scripts;
}

/**
 * Words that the source has as well (names, quotations) may be in any script, and so may letters that are strangers in
 * the source's own language: they came with the text. What the engine adds may not.
 */
function isInWrongScript(
  given: readonly string[],
  asked: readonly string[],
  { source, target }: Pair,
): boolean {
  const expected = scriptsIn(target);
  const [right, foreign] = partition(
    given.filter((word) => letters.test(word)),
    (word) => !expected.includes(scriptOfWords(word)),
  );
  if (foreign.length === 0) return false;
  const own = new Set(asked);
  const known = new Set([...own].flatMap((word) => [...word]));
  const ownScripts = scriptsOfLanguage(source);
  const isAdded = (letter: string) => {
    const script = scriptOfWords(letter);
    return !expected.includes(script) && (ownScripts.includes(script) || !known.has(letter));
  };
  const wrong = weightOf(
    foreign.filter((word) => !own.has(word) && [...word].some((letter) => isAdded(letter))).join(''),
  );
  // Names in Latin letters are at home everywhere, other letters aren't at home among Latin ones.
  const tolerance = expected.includes('Latn') ? 0.5 : 1.5;
  return wrong >= 3 && wrong > tolerance * weightOf(right.join(''));
}

function partition(all: readonly string[], isSecond: (each: string) => boolean): [string[], string[]] {
  const parts: [string[], string[]] = [[], []];
  for (const each of all) parts[isSecond(each) ? 1 : 0].push(each);
  return parts;
}

const lowerCaseWord = /(?<!\S)\p{Ll}{2,}(?=[,.;:!?]?(?:\s|$))/gu;
const wordsOfASentence = 3;
const lettersOfASentence = 12;

function isCopied(text: string, answer: string, { source, target }: Pair): boolean {
  if (text.trim() !== answer.trim() || baseLanguage(source) === baseLanguage(target)) return false;
  const ordinary = text.match(lowerCaseWord)?.length ?? 0;
  return ordinary >= wordsOfASentence || lettersInOtherScripts(text, target) >= lettersOfASentence;
}

function lettersInOtherScripts(text: string, target: string): number {
  const expected = scriptsIn(target);
  const others = wordsOf(text).filter(
    (word) => letters.test(word) && !expected.includes(scriptOfWords(word)),
  );
  return others.join('').length;
}
