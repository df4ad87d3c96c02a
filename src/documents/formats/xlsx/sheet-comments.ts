/** Comments of cells: notes, which have runs like cells, and threads, which are plain text. */

import type { Place } from '../../../markup/place.ts';
import { plainText } from '../shared/ooxml/inline-pieces.ts';
import { officeCursor } from '../shared/ooxml/office-xml.ts';
import { TextPart } from '../shared/ooxml/text-part.ts';
import type { UnitList } from '../shared/ooxml/unit-list.ts';
import { readSheetText } from './sheet-text.ts';

export function readComments(text: string, name: string, units: UnitList): TextPart {
  const cursor = officeCursor(text, name);
  const part = new TextPart(text);
  while (cursor.next() !== 'end') {
    if (cursor.kind !== 'open' || cursor.name !== 's:text') continue;
    const { pieces, stretch } = readSheetText(cursor);
    part.addParagraph(stretch, pieces, units);
  }
  return part;
}

/** A comment that mentions people is not translated: it stores the character offsets of their names. */
export function readThreadedComments(text: string, name: string, units: UnitList): TextPart {
  const cursor = officeCursor(text, name);
  const part = new TextPart(text);
  let comment: (Place & { readonly text: string }) | undefined;
  while (cursor.next() !== 'end') {
    if (cursor.name === 'tc:text' && cursor.kind === 'open') {
      comment = cursor.readContent();
    } else if (cursor.name === 'tc:mention') {
      comment = undefined;
    } else if (cursor.name === 'tc:threadedComment' && cursor.kind === 'close' && comment !== undefined) {
      part.addParagraph(comment, plainText(comment.text), units);
      comment = undefined;
    }
  }
  return part;
}
