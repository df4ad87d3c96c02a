/** A part of a package that holds text, and its changes. Everything between two changes is copied. */

import type { Place } from '../../../../markup/place.ts';
import { type CopyStretch, composeParagraph } from './compose-paragraph.ts';
import type { Piece } from './inline-pieces.ts';
import { layOutParagraph, type Paragraph } from './lay-out-paragraph.ts';
import type { UnitTaker } from './unit-list.ts';

/** The new content of a stretch; undefined if it stays the same except for changes inside it. */
type WriteChange = (translations: readonly string[], copyStretch: CopyStretch) => string | undefined;

interface Change extends Place {
  readonly write: WriteChange;
}

export class TextPart {
  readonly text: string;
  readonly #changes: Change[] = [];

  constructor(text: string) {
    this.text = text;
  }

  change(stretch: Place, write: WriteChange): void {
    this.#changes.push({ start: stretch.start, end: stretch.end, write });
  }

  changeParagraph(stretch: Place, paragraph: Paragraph, unit: number): void {
    this.change(stretch, (translations, copyStretch) => {
      const translation = translations[unit] ?? paragraph.text;
      if (translation === paragraph.text) return undefined;
      return composeParagraph(paragraph, translation, copyStretch);
    });
  }

  /** Adds a unit for the pieces, if they have words, whose translation replaces the stretch. */
  addParagraph(stretch: Place, pieces: readonly Piece[], units: UnitTaker): void {
    const paragraph = layOutParagraph(pieces);
    if (paragraph !== undefined) this.changeParagraph(stretch, paragraph, units.add(paragraph));
  }

  /** The part with its changes; equal to `text` if there are none. */
  write(translations: readonly string[]): string {
    // Outer changes come first: a paragraph before those of a text box inside it.
    const changes = this.#changes.toSorted((one, other) => one.start - other.start || other.end - one.end);
    return copyWith(this.text, changes, translations, { start: 0, end: this.text.length }, 0);
  }
}

/** `from` is the index of the first change that may be inside the stretch. */
function copyWith(
  text: string,
  changes: readonly Change[],
  translations: readonly string[],
  stretch: Place,
  from: number,
): string {
  let written = '';
  let at = stretch.start;
  let index = from;
  while (index < changes.length) {
    const change = changes[index] as Change;
    if (change.start >= stretch.end) break;
    index++;
    if (change.start < at || change.end > stretch.end) continue;
    const inner = index;
    const copyStretch: CopyStretch = (each) =>
      copyWith(text, changes, translations, each, firstFrom(changes, each.start, inner));
    written += text.slice(at, change.start);
    written += change.write(translations, copyStretch) ?? copyStretch(change);
    at = change.end;
  }
  return written + text.slice(at, stretch.end);
}

/** The index of the first change that starts at or after a position. */
function firstFrom(changes: readonly Change[], start: number, from: number): number {
  let [low, high] = [from, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle] as Change).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
