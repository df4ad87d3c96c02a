/**
 * The evidence of words. One or two words have too few n-grams to detect a language by, but most words of a
 * user interface, and most words of any text, are frequent in their language.
 */
import { addEvidence } from './evidence.ts';
import { languagesByEnding, languagesByWord } from './word-lists.ts';

/** The evidence of a listed word by its length. A short word occurs in many languages that do not list it. */
const wordWeights = [0, 0.5, 2, 4, 6, 8];
/** A word that begins or ends with a listed one may be a compound or another form of it. */
const partWeights = wordWeights.map((weight) => weight / 2);
const endingWeights = [0, 0, 1, 2, 3];

const minPartLength = 5;
/** No listed word is longer. The bound keeps the cost of one long word low. */
const maxPartLength = 20;
const maxEndingLength = 7;
/** The length from which a listed word is evidence that the other texts of the call cannot outweigh. */
const minDecisiveLength = 4;

/** Returns whether the sample has a listed word that is long enough to decide. */
export function addWordEvidence(evidence: Map<string, number>, sampleWords: string): boolean {
  let isDecisive = false;
  for (const word of splitWords(sampleWords)) {
    if (!addListed(evidence, languagesByWord, word, wordWeights)) addParts(evidence, word);
    else if (word.length >= minDecisiveLength) isDecisive = true;
  }
  return isDecisive;
}

/** The longest listed start, the longest listed end and the longest typical ending of a word count. */
function addParts(evidence: Map<string, number>, word: string): void {
  const longest = Math.min(word.length - 1, maxPartLength);
  for (let length = longest; length >= minPartLength; length--) {
    if (addListed(evidence, languagesByWord, word.slice(0, length), partWeights)) break;
  }
  for (let length = longest; length >= minPartLength; length--) {
    if (addListed(evidence, languagesByWord, word.slice(-length), partWeights)) break;
  }
  for (let length = Math.min(word.length - 1, maxEndingLength); length > 0; length--) {
    if (addListed(evidence, languagesByEnding, word.slice(-length), endingWeights)) break;
  }
}

function addListed(
  evidence: Map<string, number>,
  index: ReadonlyMap<string, readonly string[]>,
  part: string,
  weights: readonly number[],
): boolean {
  const languages = index.get(part);
  if (languages === undefined) return false;
  const weight = weights[Math.min(part.length, weights.length - 1)] ?? 0;
  for (const language of languages) addEvidence(evidence, language, weight);
  return true;
}

/** In lower case, without the dot that the lower case of Turkish `İ` has, and with `l'eau` as two words. */
function splitWords(words: string): string[] {
  return words.toLowerCase().replaceAll('\u0307', '').replaceAll('’', "'").split(' ').flatMap(splitElision);
}

function splitElision(word: string): string[] {
  const end = word.indexOf("'") + 1;
  if (end === 0 || languagesByWord.has(word)) return [word];
  return [word.slice(0, end), word.slice(end)];
}
