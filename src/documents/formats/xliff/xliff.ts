/**
 * XLIFF 1.2, 2.0, 2.1 and 2.2, the exchange format of translation tools. Each source gets a target; approved
 * targets, notes, alternatives and everything else stay byte for byte.
 */

import { setAttribute, splice } from '../../../markup/splice.ts';
import { encodeAttribute } from '../../../markup/xml-text.ts';
import type { DocumentFormat, OpenDocument } from '../format.ts';
import { startOf } from '../shared/decode-text.ts';
import { decodeXml } from './decode-xml.ts';
import { readXliff } from './xliff-segments.ts';

export const xliff: DocumentFormat = {
  id: 'xliff',
  extensions: ['xliff', 'xlf'],
  contentType: 'application/xliff+xml',
  markup: 'xml',
  open: openXliff,
};

function openXliff(file: Uint8Array): OpenDocument {
  const start = startOf(file);
  // If the start of a large file is refused, so is the whole file, in a fraction of the time.
  if (start !== undefined) readXliff(decodeXml(start).text, true);
  const { text, encoding } = decodeXml(file);
  const { segments, languageTags } = readXliff(text);
  return {
    units: segments.flatMap(({ content }) => content.units),
    assemble(translations, target) {
      let at = 0;
      const targets = segments.flatMap(({ content, place }) => {
        const own = translations.slice(at, at + content.units.length);
        at += content.units.length;
        return place(content.compose(own), target);
      });
      const languages = languageTags.flatMap(({ tag, attribute }) =>
        setAttribute(text, tag, attribute, encodeAttribute(target), true),
      );
      const result = splice(text, [...targets, ...languages]);
      return encoding.encode(result, (letter) => `&#${letter.codePointAt(0)};`) ?? new Uint8Array();
    },
  };
}
