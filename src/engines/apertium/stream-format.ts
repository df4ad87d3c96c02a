/**
 * Texts as an Apertium pipeline reads and writes them. Each question ends with its number in a "superblank",
 * which every stage passes through untouched; an answer that doesn't carry the number of its question is not
 * its answer. Whatever the engine would damage or choke on travels in superblanks as well.
 */

const reserved = /[[\]{}^$/\\@<>]/g;

/**
 * What is carried around the engine instead of through it: `~`, which generators swallow, and words that no
 * dictionary holds but that take a morphological analyser time in the square of their length (a word of
 * 100,000 letters held a pipeline for over 20 s).
 */
const carriedAround = /(\S{200,}|~+)/;

/** The dot makes every question end like a sentence, which some pairs' rules need to finish one. */
const endOfQuestion = (number: number) => `.[][${number}]\0`;
const endOfAnswer = /\.\[\]\[(\d+)\]$/;

export function encodeQuestion(text: string, number: number): string {
  const parts = text.split(carriedAround);
  const body = parts.map((part, i) => (i % 2 === 1 ? `[${encode(part)}]` : encode(part))).join('');
  return body + endOfQuestion(number);
}

/** The answer's text and the number of its question; undefined when it isn't whole. */
export function decodeAnswer(raw: string): { number: number; text: string } | undefined {
  const end = endOfAnswer.exec(raw);
  if (end === null) return undefined;
  return { number: Number(end[1]), text: decode(raw.slice(0, end.index)) };
}

function encode(text: string): string {
  return text.replace(reserved, '\\$&');
}

// A bracket that isn't escaped delimits a superblank: the bracket goes, its content stays.
function decode(text: string): string {
  return text.replace(/\\(.)|[[\]]/gs, (_match, escaped: string | undefined) => escaped ?? '');
}

/** Engines drop and add blanks around a sentence (a dropped pronoun leaves its space): keep the source's. */
export function withOuterBlanksOf(source: string, translated: string): string {
  const core = translated.trim();
  if (core === '') return source;
  const leading = source.length - source.trimStart().length;
  const trailing = source.trimEnd().length;
  return source.slice(0, leading) + core + source.slice(trailing);
}
