/** The frequent words of each language, the words of user interfaces in it, and how its words typically end. */
import { endings } from './words/endings.ts';
import { germanicWords } from './words/germanic.ts';
import { otherWords } from './words/other.ts';
import { romanceWords } from './words/romance.ts';
import { slavicWords } from './words/slavic.ts';
import { uralicBalticTurkicWords } from './words/uralic-baltic-turkic.ts';

type LanguagesByWord = ReadonlyMap<string, readonly string[]>;

/** The languages in whose lists a word is. */
export const languagesByWord: LanguagesByWord = indexLists([
  ...Object.entries(germanicWords),
  ...Object.entries(romanceWords),
  ...Object.entries(slavicWords),
  ...Object.entries(uralicBalticTurkicWords),
  ...Object.entries(otherWords),
]);
export const languagesByEnding: LanguagesByWord = indexLists(Object.entries(endings));

/** A list may belong to several languages, whose names are then separated by spaces. */
function indexLists(lists: readonly [languages: string, words: string][]): LanguagesByWord {
  const index = new Map<string, string[]>();
  for (const [names, words] of lists) {
    const languages = names.split(' ');
    for (const word of words.split(/\s+/)) {
      const known = index.get(word);
      if (known === undefined) index.set(word, [...languages]);
      else for (const language of languages) if (!known.includes(language)) known.push(language);
    }
  }
  return index;
}
