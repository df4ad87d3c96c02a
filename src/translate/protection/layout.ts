/**
 * The structure of a text: units, each of which is translated as a whole, and everything else, which is
 * copied. A unit contains spans, which no engine may change, such as a placeholder, a tag or a glossary term.
 */

import type { GlossaryEntry } from '../../engines/engine.ts';

/** Copied strings and translated units, in text order. */
export type Layout = readonly (string | Unit)[];

export interface Unit {
  readonly parts: readonly Part[];
  /** Escapes translated words for their place, such as an attribute; no escaping if absent. */
  readonly write?: ((words: string) => string) | undefined;
}

/** Words to translate, or a span. */
export type Part = string | Span;

export interface Span {
  readonly kind: SpanKind;
  /** Shared by the two halves of a pair and by no other span of the unit. */
  readonly pair?: number;
  /** Its text in the translation: unchanged, a target term, or composed from units of its own. */
  readonly replacement: string | Layout;
  /** For a glossary term: its words in the text, and the target term as plain text. */
  readonly term?: GlossaryEntry;
}

/**
 * - `word` replaces words of the sentence and may move to wherever the target language needs it;
 * - `open` and `close` are the two halves of a pair, with words between them;
 * - `mark` is between words and is not a word: a tag without content, a comment, an entity.
 */
export type SpanKind = 'word' | 'open' | 'close' | 'mark';

export function isSpan(part: Part): part is Span {
  return typeof part !== 'string';
}

const word = /[\p{L}\p{N}]/u;

/** Whether there is anything to translate: a letter or a number outside the spans. */
export function hasWords(parts: readonly Part[]): boolean {
  return parts.some((part) => !isSpan(part) && word.test(part));
}

/** All units of a text. Units nested in spans follow the unit that contains them. */
export function unitsOf(layout: Layout): Unit[] {
  const units: Unit[] = [];
  collectUnits(layout, units);
  return units;
}

/** Into one list: a text may have tens of thousands of units, and a list for each of them would cost more than the rest. */
function collectUnits(layout: Layout, units: Unit[]): void {
  for (const piece of layout) {
    if (typeof piece === 'string') continue;
    units.push(piece);
    for (const part of piece.parts) {
      if (isSpan(part) && typeof part.replacement !== 'string') collectUnits(part.replacement, units);
    }
  }
}

/** Returns the translation of a unit, or undefined if the unit is unchanged. */
export type Translated = (unit: Unit) => readonly Part[] | undefined;

export function compose(layout: Layout, translated: Translated): string {
  return layout.map((piece) => (typeof piece === 'string' ? piece : composeUnit(piece, translated))).join('');
}

function composeUnit(unit: Unit, translated: Translated): string {
  const write = unit.write ?? String;
  return (translated(unit) ?? unit.parts)
    .map((part) => {
      if (!isSpan(part)) return write(part);
      return typeof part.replacement === 'string' ? part.replacement : compose(part.replacement, translated);
    })
    .join('');
}

/** The words of a text without its spans, for language detection. */
export function wordsOf(layout: Layout): string {
  return unitsOf(layout)
    .map(({ parts }) => parts.map((part) => (isSpan(part) ? ' ' : part)).join(''))
    .join(' ')
    .trim();
}
