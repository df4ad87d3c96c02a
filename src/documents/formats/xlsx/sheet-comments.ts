/** Comments of cells: notes, which have runs like cells, and threads, which are plain text. */

import { encodeXml } from '../../../markup/xml-text.ts';
import type { Stretch } from '../shared/ooxml/inline-pieces.ts';
import { layOutParagraph } from '../shared/ooxml/lay-out-paragraph.ts';
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
    const paragraph = layOutParagraph(pieces);
    if (paragraph !== undefined) part.changeParagraph(stretch, paragraph, units.add(paragraph));
  }
  return part;
}

/** A comment that mentions people is not translated: it stores the character offsets of their names. */
export function readThreadedComments(text: string, name: string, units: UnitList): TextPart {
  const cursor = officeCursor(text, name);
  const part = new TextPart(text);
  let comment: (Stretch & { words: string }) | undefined;
  while (cursor.next() !== 'end') {
    if (cursor.name === 'tc:text' && cursor.kind === 'open') {
      const start = cursor.end;
      const words = cursor.readText();
      comment = { start, end: cursor.start, words };
    } else if (cursor.name === 'tc:mention') {
      comment = undefined;
    } else if (cursor.name === 'tc:threadedComment' && cursor.kind === 'close' && comment !== undefined) {
      const style = { key: '', write: encodeXml };
      const paragraph = layOutParagraph([{ kind: 'text', text: comment.words, style }]);
      if (paragraph !== undefined) part.changeParagraph(comment, paragraph, units.add(paragraph));
      comment = undefined;
    }
  }
  return part;
}
