/**
 * Headers and footers of sheets: text with codes, such as `&P` for the page number. The left, centre and
 * right sections are separate units.
 */

import type { Place } from '../../../markup/place.ts';
import { decodeKnownEntities, encodeXml } from '../../../markup/xml-text.ts';
import { composeParagraph } from '../shared/ooxml/compose-paragraph.ts';
import { type Copied, copyOf, type Piece, type RunStyle } from '../shared/ooxml/inline-pieces.ts';
import { layOutParagraph } from '../shared/ooxml/lay-out-paragraph.ts';
import type { TextPart } from '../shared/ooxml/text-part.ts';
import type { UnitList } from '../shared/ooxml/unit-list.ts';

export const headersAndFooters = new Set(
  ['odd', 'even', 'first'].flatMap((which) => [`s:${which}Header`, `s:${which}Footer`]),
);

/** The limit of Excel, which reports a file with a longer one as damaged. */
const longestHeader = 255;

const code = /(&[LCR])|&(?:"[^"]*"|\d+|K[0-9A-Fa-f+-]{6}|[^&])/g;

const style: RunStyle = { key: '', write: (text) => encodeXml(text.replaceAll('&', '&&')) };

/** The pieces of each section; `text` is the content of the element. */
function splitHeader(text: string): Piece[][] {
  const sections: Piece[][] = [[]];
  let at = 0;
  const addText = (to: number) => {
    const words = text.slice(at, to).replaceAll('&&', '&');
    if (words !== '') sections.at(-1)?.push({ kind: 'text', text: words, style });
  };
  // `&&` is an escaped ampersand.
  const hidden = text.replaceAll('&&', '\u0000\u0000');
  for (const { 0: whole, 1: section, index } of hidden.matchAll(code)) {
    addText(index);
    at = index + whole.length;
    if (section !== undefined) sections.push([]);
    sections.at(-1)?.push({ kind: 'object', copied: [encodeXml(text.slice(index, at))] });
  }
  addText(text.length);
  return sections;
}

/** `stretch` is the content of the element, `text` its decoded value. */
export function changeHeader(
  part: TextPart,
  { text, ...stretch }: Place & { readonly text: string },
  units: UnitList,
): void {
  const sections = splitHeader(text).map((pieces) => {
    const paragraph = layOutParagraph(pieces);
    return { pieces, paragraph, unit: paragraph === undefined ? -1 : units.add(paragraph) };
  });
  if (sections.every(({ paragraph }) => paragraph === undefined)) return;
  part.change(stretch, (translations) => {
    const isSame = sections.every(
      ({ paragraph, unit }) => (translations[unit] ?? paragraph?.text) === paragraph?.text,
    );
    if (isSame) return undefined;
    const written = sections
      .map(({ pieces, paragraph, unit }) => {
        if (paragraph === undefined) return pieces.flatMap(copyOf).map(writeCopy).join('');
        return composeParagraph(paragraph, translations[unit] ?? paragraph.text, () => '');
      })
      .join('');
    return decodeKnownEntities(written).length > longestHeader ? undefined : written;
  });
}

function writeCopy(copied: Copied): string {
  if (typeof copied === 'string') return copied;
  return 'style' in copied ? copied.style.write(copied.text) : '';
}
