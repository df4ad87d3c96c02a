/** The limits of every team's glossaries. */
export const maxGlossaries = 1_000;
export const maxDictionaries = 100;
export const maxDictionaryBytes = 10 * 1024 * 1024;
export const maxTermBytes = 1_024;
