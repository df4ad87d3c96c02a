/** The frequent words of each language, the words of user interfaces in it, and how its words typically end. */
import { endings } from './words/endings.ts';
import { germanicWords } from './words/germanic.ts';
import { otherWords } from './words/other.ts';
import { romanceWords } from './words/romance.ts';
import { slavicWords } from './words/slavic.ts';
import { uralicBalticTurkicWords } from './words/uralic-baltic-turkic.ts';

type LanguagesByWord = ReadonlyMap<string, readonly string[]>;

interface WordList {
  readonly languages: readonly string[];
  /** Separated by whitespace. */
  readonly words: string;
}

export const wordLists: readonly WordList[] = [
  germanicWords,
  romanceWords,
  slavicWords,
  uralicBalticTurkicWords,
  otherWords,
].flatMap(readLists);

/** The languages in whose lists a word is. */
export const languagesByWord: LanguagesByWord = indexLists(wordLists);
export const languagesByEnding: LanguagesByWord = indexLists(readLists(endings));

/** A list may belong to several languages, whose names are then separated by spaces. */
function readLists(lists: Readonly<Record<string, string>>): WordList[] {
  return Object.entries(lists).map(([names, words]) => ({ languages: names.split(' '), words }));
}

function indexLists(lists: readonly WordList[]): LanguagesByWord {
  const index = new Map<string, readonly string[]>();
  for (const { languages, words } of lists) {
    for (const word of words.split(/\s+/)) {
      const known = index.get(word);
      // Most words are in one list, so they share its array of languages.
      index.set(word, known === undefined ? languages : [...new Set([...known, ...languages])]);
    }
  }
  return index;
}
