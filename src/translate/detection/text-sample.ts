/** The part of a text that says something about its language: its words, without markup, links and figures. */

import { composedForm } from '../../lib/composed-form.ts';
import { scriptOfWords } from './scripts.ts';

export interface TextSample {
  /** The words with one space between them. */
  readonly words: string;
  readonly script: string;
  /** About how many n-grams the detectors find in it: the weight of what they say. */
  readonly size: number;
}

/** Past this length a text only takes longer to look at and gets no clearer. */
const maxSampleLength = 250;
/** How far to read for words that markup or figures push back. */
const maxReadLength = 1_000;
/** Tags and placeholders are in English in texts of every language. */
const noise = /(?:<[^<>]*>|https?:\/\/\S+|www\.\S+|\{[^{}]*\}|&[a-z]+;|[^\p{L}\p{M}'’`])+/giu;
const letter = /\p{L}/u;

/** Undefined when the text has no letters. */
export function sampleText(text: string): TextSample | undefined {
  const words = composedForm(text.slice(0, maxReadLength).replace(noise, ' ').trim()).slice(
    0,
    maxSampleLength,
  );
  if (!letter.test(words)) return undefined;
  return { words: withoutShouting(words), script: scriptOfWords(words), size: ngramCount(words) };
}

/** fastText knows words as they are usually written. */
function withoutShouting(words: string): string {
  return words === words.toUpperCase() ? words.toLowerCase() : words;
}

/** Detectors read n-grams of three to four bytes, and `eld` stops after 350 bytes. */
function ngramCount(words: string): number {
  let bytes = 0;
  for (let i = 0; i < words.length && bytes < 350; i++) {
    const code = words.charCodeAt(i);
    if (code !== 0x20) bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  return Math.max(1, bytes / 3);
}
