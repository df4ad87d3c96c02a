/**
 * Unicode's composed form (NFC), so that a word is the same string however it was typed. Normalization sorts
 * the marks on a character by insertion, which takes seconds for tens of thousands of them, so text with more
 * marks than Unicode's stream-safe format allows is returned unchanged.
 */
export function composedForm(text: string): string {
  if (!beyondAscii.test(text) || manyMarks.test(text)) return text;
  return text.normalize('NFC');
}

const beyondAscii = /[^\0-\x7f]/;
const manyMarks = /\p{M}{31}/u;
