/**
 * Decides whether an answer of an engine can be a translation. A fault makes an answer unusable: the engine
 * is retried, then another one. An answer with a doubt is used, with a warning to the caller: names and codes
 * are the same in every language, and some translations really are much shorter.
 */
import { baseLanguage, type LanguagePair } from '../../lib/language-tag.ts';
import { scriptOfWords, scriptsOfLanguage } from '../detection/scripts.ts';
import { inventsPlaceholder } from '../protection/placeholder-patterns.ts';
import { hasLoop, hasSignRun } from './repetition.ts';

export type Fault =
  | 'empty'
  | 'too_long'
  | 'broken_characters'
  | 'invented_placeholder'
  | 'signs'
  | 'repetition'
  | 'wrong_script';
export type Suspicion = 'copied' | 'too_short';

/** Only the end of a longer text is checked, to save time: an engine that loops does so until the end. */
const maxCharacters = 8_000;

export function faultOf(text: string, answer: string, pair: LanguagePair): Fault | undefined {
  if (!word.test(text)) return undefined;
  if (!word.test(answer)) return 'empty';
  if (isTooLong(text, answer)) return 'too_long';
  if (hasBrokenCharacters(text, answer)) return 'broken_characters';
  if (inventsPlaceholder(text, answer)) return 'invented_placeholder';
  const [endOfText, endOfAnswer] = [text.slice(-maxCharacters), answer.slice(-maxCharacters)];
  const [asked, given] = [wordsOf(endOfText), wordsOf(endOfAnswer)];
  if (hasLoop(given, asked) || hasSignRun(endOfAnswer, endOfText)) return 'repetition';
  if (isMostlySigns(endOfText, endOfAnswer)) return 'signs';
  return isInWrongScript(given, asked, pair) ? 'wrong_script' : undefined;
}

export function suspicionOf(text: string, answer: string, pair: LanguagePair): Suspicion | undefined {
  if (isTooShort(text, answer)) return 'too_short';
  return isCopied(text.slice(-maxCharacters), answer.slice(-maxCharacters), pair) ? 'copied' : undefined;
}

function isTooLong(text: string, answer: string): boolean {
  // A weight is one to three times the length, so most answers need no weighing.
  if (answer.length <= text.length) return false;
  return weightOf(answer) > 3 * weightOf(text) + 40;
}

export function isTooShort(text: string, answer: string): boolean {
  if (answer.length >= 0.66 * text.length) return false;
  const weight = weightOf(text);
  return weight >= 60 && weightOf(answer) < 0.22 * weight;
}

/** Control characters of ASCII other than tabs and line breaks, and the sign that replaces bytes that are not UTF-8. */
const broken = /[^\P{Cc}\t\n\r\u0080-\u009f]|\ufffd/gu;

/** A model that writes byte by byte can stop inside a character; its server then puts U+FFFD there. */
function hasBrokenCharacters(text: string, answer: string): boolean {
  const found = answer.match(broken);
  return found !== null && [...new Set(found)].some((character) => !text.includes(character));
}

const signs = /[\p{P}\p{S}]/gu;
const wordCharacters = /[\p{L}\p{M}\p{N}]/gu;

/** More brackets, quotes and the like than letters, and far more than the text has: a model that does not write words. */
function isMostlySigns(text: string, answer: string): boolean {
  const given = answer.match(signs)?.length ?? 0;
  if (given <= 10 || given <= (answer.match(wordCharacters)?.length ?? 0)) return false;
  return given > 10 + 2 * (text.match(signs)?.length ?? 0);
}

const word = /[\p{L}\p{M}\p{N}]/u;
const words = /[\p{L}\p{M}\p{N}]+/gu;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(words) ?? [];
}

const beyondLatin = /[^\0-\u024f]/;
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The approximate length in Latin letters: one character of a dense script is worth three. */
function weightOf(text: string): number {
  return beyondLatin.test(text) ? text.length + 2 * (text.match(dense)?.length ?? 0) : text.length;
}

const letters = /\p{L}/u;

/** Chinese characters occur in Korean text, but no Korean text is written in them. */
function scriptsIn(target: string): readonly string[] {
  const scripts = scriptsOfLanguage(target);
  return scripts.includes('Hang') ? ['Hang'] : scripts;
}

/**
 * Words that also occur in the source (names, quotations) may be in any script, and so may letters of the
 * source text that are foreign to the source language. Anything that the engine adds must be in a script of
 * the target.
 */
function isInWrongScript(
  given: readonly string[],
  asked: readonly string[],
  { source, target }: LanguagePair,
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
  // Latin names are common in text of any script; other scripts are rare in Latin text.
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

function isCopied(text: string, answer: string, { source, target }: LanguagePair): boolean {
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
