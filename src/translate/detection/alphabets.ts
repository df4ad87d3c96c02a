/** The letters beyond ASCII that a language uses, taken from its word list. */
import { addEvidence } from './evidence.ts';
import { wordLists } from './word-lists.ts';

/** Less than a short word: names keep their letters in every language. */
const alphabetWeight = 2;
const letterBeyondAscii = /[^\p{ASCII}’·]/gu;

const alphabets = readAlphabets();

/** Adds evidence for each language whose alphabet has all letters of the sample, if any is beyond ASCII. */
export function addAlphabetEvidence(evidence: Map<string, number>, sampleWords: string): void {
  const letters = [...lettersBeyondAscii(sampleWords.toLowerCase().replaceAll('\u0307', ''))];
  if (letters.length === 0) return;
  for (const [language, alphabet] of alphabets) {
    if (letters.every((letter) => alphabet.has(letter))) addEvidence(evidence, language, alphabetWeight);
  }
}

function readAlphabets(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { languages, words } of wordLists) {
    const letters = lettersBeyondAscii(words);
    for (const language of languages)
      found.set(language, new Set([...(found.get(language) ?? []), ...letters]));
  }
  return found;
}

function lettersBeyondAscii(text: string): Set<string> {
  return new Set(text.match(letterBeyondAscii));
}
