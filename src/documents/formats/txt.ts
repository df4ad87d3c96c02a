/**
 * Plain text. A line is a text of its own, unless the file was wrapped to a width: then the lines of a paragraph are
 * one, and are wrapped again. Cells of tables, items of lists and indented lines are never joined, and what stands
 * between two rows of backticks stays as it is.
 */
import { decodeText, encodeOrWiden } from './decode-text.ts';
import type { DocumentFormat, OpenDocument } from './format.ts';
import { checkTextSize } from './limits.ts';
import { type Splice, splice } from './splice.ts';
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
    assemble(translations) {
      const splices = units.flatMap((unit, i): Splice[] => {
        const translation = translations[i] ?? '';
        if (translation === unit.text) return [];
        return [{ start: unit.start, end: unit.end, replacement: unit.write(translation) }];
      });
      return encodeOrWiden(encoding, splice(text, splices));
    },
  };
}
