/**
 * HTML pages and fragments. Texts are replaced at their positions; the file is never parsed into a tree and
 * serialized, so that a page with errors keeps them, and everything that is not text stays byte for byte.
 */

import { splice } from '../../../markup/splice.ts';
import type { DocumentFormat, OpenDocument } from '../format.ts';
import { type DecodedText, decodeText, startOf } from '../shared/decode-text.ts';
import { unitSplices } from '../shared/placed-units.ts';
import { languageSplices } from './html-language.ts';
import { readHtml } from './html-units.ts';

export const html: DocumentFormat = {
  id: 'html',
  extensions: ['html', 'htm', 'xhtml'],
  contentType: 'text/html',
  markup: 'html',
  open: openHtml,
};

function openHtml(file: Uint8Array): OpenDocument {
  const start = startOf(file);
  // If the start of a large file is refused, so is the whole file, in a fraction of the time.
  if (start !== undefined) readHtml(decodeHtml(start).text);
  const { text, encoding } = decodeHtml(file);
  const { units, root } = readHtml(text);
  return {
    units,
    assemble(translations, target) {
      const result = splice(text, [
        ...unitSplices(units, translations),
        ...languageSplices(text, root, target),
      ]);
      // A character that the page's encoding lacks becomes a numeric character reference.
      return encoding.encode(result, (letter) => `&#${letter.codePointAt(0)};`) ?? new Uint8Array();
    },
  };
}

const declared =
  /<meta\s[^>]{0,300}?charset\s{0,10}=\s{0,10}["']?\s{0,10}([\w.:-]{1,40})|^<\?xml\s[^>]{0,200}?encoding\s{0,10}=\s{0,10}["']([\w.:-]{1,40})/i;

/** Browsers look for a declaration in the first 1 KiB; 4 KiB also covers pages with long licences on top. */
function decodeHtml(file: Uint8Array): DecodedText {
  const found = declared.exec(Buffer.from(file.subarray(0, 4096)).toString('latin1'));
  return decodeText(file, found?.[1] ?? found?.[2]);
}
