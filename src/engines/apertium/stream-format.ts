/**
 * Encodes texts for an Apertium pipeline and decodes its answers. Each question ends with its number in a
 * "superblank", which every stage passes through unchanged; an answer without the number of its question is
 * not its answer. Anything that the engine would damage or fail on is put in superblanks too.
 */

const reserved = /[[\]{}^$/\\@<>]/g;

/**
 * The parts of a text that bypass the engine:
 * - words that are in no dictionary but take a morphological analyser time quadratic in their length (a word
 *   of 100,000 letters blocked a pipeline for over 20 s);
 * - words longer than any real word: an analyser of compounds tries every way to split them, and takes 13 ms
 *   for 45 letters, 100 ms for 59, 1.3 s for 80. It does not count a soft hyphen as a letter;
 * - `~`, which generators drop;
 * - characters beyond the basic plane (emoji, with the joiners inside them): an analyser of compounds splits
 *   words with them in the wrong place and may even write a NUL, which ends an answer too early;
 * - the last two characters of the basic plane (see below).
 */
const longWord = String.raw`(?<![\p{L}\p{M}\u00ad])(?:[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{M}]\u00ad*){45,}`;
const bypassed = new RegExp(
  String.raw`((?<!\S)\S{200,}|${longWord}|~+|[\ufffe-\u{10ffff}](?:[\ufffe-\u{10ffff}]|\u200d|\ufe0f)*)`,
  'u',
);

/**
 * The stages treat U+FFFF as the end of their input, even inside a superblank. It is encoded as U+FFFE, which
 * texts do not use either, followed by a digit that tells which of the two is meant.
 */
const noncharacters = /[\ufffe\uffff]/g;

/**
 * The dot ends every question like a sentence, which the rules of some pairs need to finish one. The empty
 * superblank before it separates it from the last word: "Mr" and a dot are "Mr.", whose translation has no
 * dot.
 */
const endOfQuestion = (number: number) => `[].[][${number}]\0`;
const endOfAnswer = /\[\]\[(\d+)\]$/;

/**
 * The dot of the question is the last one of the answer. Superblanks and whitespace that lost their place,
 * because two words became one (`que\nun` → `qu'un`), may follow it.
 */
const closingDot = /\.((?:\s|\[(?:\\.|[^\\\]])*\])*)$/s;

export function encodeQuestion(text: string, number: number): string {
  const parts = text.split(bypassed);
  const body = parts.map((part, i) => (i % 2 === 1 ? `[${encode(part)}]` : encode(part))).join('');
  return body + endOfQuestion(number);
}

/** Returns the answer's text and the number of its question; undefined when the answer is incomplete. */
export function decodeAnswer(raw: string): { number: number; text: string } | undefined {
  const end = endOfAnswer.exec(raw);
  if (end === null) return undefined;
  return { number: Number(end[1]), text: decode(raw.slice(0, end.index).replace(closingDot, '$1')) };
}

function encode(text: string): string {
  return text
    .replace(reserved, '\\$&')
    .replace(noncharacters, (character) => (character === '\ufffe' ? '\ufffe0' : '\ufffe1'));
}

// An unescaped bracket delimits a superblank: the bracket is removed and its content kept.
function decode(text: string): string {
  return text.replace(/\\(.)|[[\]]|\ufffe([01])/gs, (_match, escaped?: string, digit?: string) => {
    if (digit !== undefined) return digit === '0' ? '\ufffe' : '\uffff';
    return escaped ?? '';
  });
}
