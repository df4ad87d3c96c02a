/** Reads a run of DrawingML or SpreadsheetML: text with its properties as written. */
import type { XmlCursor } from '../../../../markup/xml-cursor.ts';

export interface Run {
  readonly open: string;
  readonly properties: string;
  readonly text: string;
  /** The name of its text element, with the prefix of the file: `a:t`. */
  readonly textName: string;
  readonly close: string;
}

/** The cursor must be on the opening tag. */
export function readRun(cursor: XmlCursor): Run {
  const { start, end, name: runName, qualifiedName, depth } = cursor;
  const prefix = runName.slice(0, -1);
  let properties = '';
  let text = '';
  while (cursor.nextTag(depth)) {
    const { name, start: from } = cursor;
    if (name === `${prefix}t`) {
      text += cursor.readText();
    } else {
      cursor.skipElement();
      if (name === `${prefix}rPr`) properties = cursor.text.slice(from, cursor.end);
    }
  }
  const open = cursor.text.slice(start, end);
  return { open, properties, text, textName: `${qualifiedName.slice(0, -1)}t`, close: `</${qualifiedName}>` };
}

const noProperties = /^<(?:\w{1,20}:)?rPr(?:\s?\/>|>\s*<\/(?:\w{1,20}:)?rPr>)$/;

/** The same for runs that look the same. `invisible` matches the properties that do not affect the appearance. */
export function styleKey(properties: string, invisible: RegExp): string {
  const visible = properties.replaceAll(invisible, '').replaceAll(/>\s+</g, '><');
  return noProperties.test(visible) ? '' : visible;
}
