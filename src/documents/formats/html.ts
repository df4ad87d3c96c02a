/**
 * HTML, whole pages and pieces. Texts are taken out and put back by their places: nothing is read into a tree and
 * written anew, so that a page with faults keeps them, and everything that isn't text stays byte for byte.
 */
import { type DecodedText, decodeText, startOf } from './decode-text.ts';
import type { DocumentFormat, OpenDocument } from './format.ts';
import { languageSplices } from './html-language.ts';
import { readHtml } from './html-units.ts';
import { type Splice, splice } from './splice.ts';

export const html: DocumentFormat = {
  id: 'html',
  extensions: ['html', 'htm', 'xhtml'],
  contentType: 'text/html',
  markup: 'html',
  open: openHtml,
};

function openHtml(file: Uint8Array): OpenDocument {
  const start = startOf(file);
  // A start that is refused says so for the whole, in a fraction of the time.
  if (start !== undefined) readHtml(decodeHtml(start).text);
  const { text, encoding } = decodeHtml(file);
  const { units, root } = readHtml(text);
  return {
    units,
    assemble(translations, target) {
      const splices = units.flatMap((unit, i): Splice[] => {
        const { start, end, before, after } = unit;
        const translation = translations[i] ?? '';
        if (translation === unit.text) return [];
        const replacement = translation.slice(before.length, translation.length - after.length);
        return [{ start, end, replacement }];
      });
      const result = splice(text, [...splices, ...languageSplices(text, root, target)]);
      // A letter that the page's encoding lacks has a number in all of them.
      return encoding.encode(result, (letter) => `&#${letter.codePointAt(0)};`) ?? new Uint8Array();
    },
  };
}

const declared =
  /<meta\s[^>]{0,300}?charset\s{0,10}=\s{0,10}["']?\s{0,10}([\w.:-]{1,40})|^<\?xml\s[^>]{0,200}?encoding\s{0,10}=\s{0,10}["']([\w.:-]{1,40})/i;

/** Browsers look for a declaration in the first kilobyte; pages with long licences in front of it are read here too. */
function decodeHtml(file: Uint8Array): DecodedText {
  const found = declared.exec(Buffer.from(file.subarray(0, 4096)).toString('latin1'));
  return decodeText(file, found?.[1] ?? found?.[2]);
}
