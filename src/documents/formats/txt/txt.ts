/**
 * Plain text. Each line is a unit, unless the file was wrapped to a width: then the lines of a paragraph are
 * one unit, and are wrapped again. Table cells, list items and indented code are never joined to the line
 * before, and text between two rows of backticks is not translated.
 */

import { splice } from '../../../markup/splice.ts';
import type { DocumentFormat, OpenDocument } from '../format.ts';
import { decodeText, encodeOrWiden } from '../shared/decode-text.ts';
import { checkTextSize } from '../shared/limits.ts';
import { unitSplices } from '../shared/placed-units.ts';
import { textUnitsOf } from './txt-units.ts';

export const txt: DocumentFormat = {
  id: 'txt',
  extensions: ['txt', 'text'],
  contentType: 'text/plain',
  markup: 'none',
  open: openText,
};

function openText(file: Uint8Array): OpenDocument {
  checkTextSize(file);
  const { text, encoding } = decodeText(file);
  const units = textUnitsOf(text);
  return {
    units,
    assemble: (translations) => encodeOrWiden(encoding, splice(text, unitSplices(units, translations))),
  };
}
