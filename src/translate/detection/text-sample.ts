/** The part of a text that is evidence of its language: its words, without markup, links and figures. */

import { composedForm } from '../../lib/composed-form.ts';
import { scriptOfWords } from './scripts.ts';

export interface TextSample {
  /** Separated by single spaces. */
  readonly words: string;
  readonly script: string;
  /** The approximate number of n-grams for the detectors, by which their scores are weighted. */
  readonly size: number;
}

/** A longer sample takes more time and does not improve detection. */
const maxSampleLength = 250;
/** How far to read for words after markup or figures. */
const maxReadLength = 1_000;
/** Tags and placeholders are English in texts of any language. */
const noise = /(?:<[^<>]*>|https?:\/\/\S+|www\.\S+|\{[^{}]*\}|&[a-z]+;|[^\p{L}\p{M}'’`·])+/giu;
const letter = /\p{L}/u;

/** Returns undefined if the text has no letters. */
export function sampleText(text: string): TextSample | undefined {
  const words = composedForm(text.slice(0, maxReadLength).replace(noise, ' ').trim()).slice(
    0,
    maxSampleLength,
  );
  if (!letter.test(words)) return undefined;
  return { words: withoutAllCaps(words), script: scriptOfWords(words), size: ngramCount(words) };
}

/** fastText expects words in their usual letter case. */
function withoutAllCaps(words: string): string {
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
