/** Units at known positions of a text file: each is replaced in its place. */
import type { Place } from '../../../markup/place.ts';
import type { Splice } from '../../../markup/splice.ts';
import type { DocumentUnit } from '../format.ts';

export interface PlacedUnit extends DocumentUnit, Place {
  /** Formats a translation for the file. */
  write(translation: string): string;
}

/** Without units whose translation is the same as their text. */
export function unitSplices(units: readonly PlacedUnit[], translations: readonly string[]): Splice[] {
  return units.flatMap(({ text, start, end, write }, i) => {
    const translation = translations[i] ?? '';
    return translation === text ? [] : [{ start, end, replacement: write(translation) }];
  });
}
