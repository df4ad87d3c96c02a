/**
 * Texts as an Apertium pipeline reads and writes them. Each question ends with its number in a "superblank",
 * which every stage passes through untouched; an answer that doesn't carry the number of its question is not
 * its answer. Whatever the engine would damage or choke on travels in superblanks as well.
 */

const reserved = /[[\]{}^$/\\@<>]/g;

/**
 * What is carried around the engine instead of through it:
 * - words that no dictionary holds but that take a morphological analyser time in the square of their length
 *   (a word of 100,000 letters held a pipeline for over 20 s);
 * - words longer than any: an analyser of compounds tries every way to cut them, and takes 13 ms for 45 letters, 100 ms
 *   for 59, 1.3 s for 80. A soft hyphen is no letter to it;
 * - `~`, which generators swallow;
 * - characters beyond the basic plane (emoji, with the joiners inside them): an analyser of compounds cuts
 *   words with them in the wrong place and may even write a NUL, which ends an answer too early;
 * - the two last characters of the basic plane (see below).
 */
const longWord = String.raw`(?<![\p{L}\p{M}\u00ad])(?:[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{M}]\u00ad*){45,}`;
const carriedAround = new RegExp(
  String.raw`((?<!\S)\S{200,}|${longWord}|~+|[\ufffe-\u{10ffff}](?:[\ufffe-\u{10ffff}]|\u200d|\ufe0f)*)`,
  'u',
);

/**
 * The stages take U+FFFF for the end of their input, even inside a superblank, so it goes under another name:
 * U+FFFE, which no text has a use for either, followed by a digit that says which of the two is meant.
 */
const unspeakable = /[\ufffe\uffff]/g;

/**
 * The dot makes every question end like a sentence, which some pairs' rules need to finish one. The empty
 * superblank before it keeps it apart from the last word: "Mr" and a dot are "Mr.", whose translation has none.
 */
const endOfQuestion = (number: number) => `[].[][${number}]\0`;
const endOfAnswer = /\[\]\[(\d+)\]$/;

/**
 * The dot of the question, the last one of the answer. Blanks that lost their place, because two words became
 * one (`que\nun` → `qu'un`), may stand behind it.
 */
const closingDot = /\.((?:\s|\[(?:\\.|[^\\\]])*\])*)$/s;

export function encodeQuestion(text: string, number: number): string {
  const parts = text.split(carriedAround);
  const body = parts.map((part, i) => (i % 2 === 1 ? `[${encode(part)}]` : encode(part))).join('');
  return body + endOfQuestion(number);
}

/** The answer's text and the number of its question; undefined when it isn't whole. */
export function decodeAnswer(raw: string): { number: number; text: string } | undefined {
  const end = endOfAnswer.exec(raw);
  if (end === null) return undefined;
  return { number: Number(end[1]), text: decode(raw.slice(0, end.index).replace(closingDot, '$1')) };
}

function encode(text: string): string {
  return text
    .replace(reserved, '\\$&')
    .replace(unspeakable, (character) => (character === '\ufffe' ? '\ufffe0' : '\ufffe1'));
}

// A bracket that isn't escaped delimits a superblank: the bracket goes, its content stays.
function decode(text: string): string {
  return text.replace(/\\(.)|[[\]]|\ufffe([01])/gs, (_match, escaped?: string, spoken?: string) => {
    if (spoken !== undefined) return spoken === '0' ? '\ufffe' : '\uffff';
    return escaped ?? '';
  });
}
