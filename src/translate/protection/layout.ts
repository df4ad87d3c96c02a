/**
 * How a text is taken apart, and put together again. What a text says is in its units, each of which is translated as
 * one; everything else is copied. A unit has spans: stretches that no engine may touch, such as a placeholder, a tag or
 * a term of a glossary.
 */

/** What is copied, and what is translated, in the order of the text. */
export type Layout = readonly (string | Unit)[];

export interface Unit {
  readonly parts: readonly Part[];
  /** Writes translated words so that they mean the same where the unit stands, as in an attribute; as they are if absent. */
  readonly write?: ((words: string) => string) | undefined;
}

/** Words for the engine, or a span. */
export type Part = string | Span;

export interface Span {
  readonly kind: SpanKind;
  /** The halves of a pair have the same number, which no other span of the unit has. */
  readonly pair?: number;
  /** What stands for it in the translation: itself, a term of the target language, or what is composed of its own units. */
  readonly replacement: string | Layout;
}

/**
 * - `word` stands for words of the sentence and goes wherever the target language wants it;
 * - `open` and `close` are the two halves of a pair, with words between them;
 * - `mark` stands between words and is none: a tag that has no content, a comment, an entity.
 */
export type SpanKind = 'word' | 'open' | 'close' | 'mark';

export function isSpan(part: Part): part is Span {
  return typeof part !== 'string';
}

/** All units of a text, those inside spans after the one that they are in. */
export function unitsOf(layout: Layout): Unit[] {
  return layout.flatMap((piece) => (typeof piece === 'string' ? [] : [piece, ...innerUnits(piece)]));
}

function innerUnits({ parts }: Unit): Unit[] {
  return parts.flatMap((part) =>
    isSpan(part) && typeof part.replacement !== 'string' ? unitsOf(part.replacement) : [],
  );
}

/** What a unit became; undefined for one that stays as it is. */
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

/** The words of a text without its spans: what tells its language. */
export function wordsOf(layout: Layout): string {
  return unitsOf(layout)
    .map(({ parts }) => parts.map((part) => (isSpan(part) ? ' ' : part)).join(''))
    .join(' ')
    .trim();
}
