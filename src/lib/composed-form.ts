/**
 * Unicode's composed form (NFC), so that the same word is the same string however it was typed. Marks on one character
 * are put in order by insertion, which takes seconds for some ten thousand of them: text with more than Unicode's
 * stream-safe format allows is left as it is.
 */
export function composedForm(text: string): string {
  if (!beyondAscii.test(text) || manyMarks.test(text)) return text;
  return text.normalize('NFC');
}

const beyondAscii = /[^\0-\x7f]/;
const manyMarks = /\p{M}{31}/u;
