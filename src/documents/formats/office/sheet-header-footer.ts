/**
 * Headers and footers of sheets: text with codes, such as `&P` for the number of the page. Its three places, left,
 * centre and right, are units of their own.
 */

import { decodeKnownEntities, encodeXml } from '../xml-text.ts';
import { composeParagraph } from './compose-paragraph.ts';
import { type Copied, copyOf, type Piece, type RunStyle, type Stretch } from './inline-pieces.ts';
import { layOutParagraph } from './lay-out-paragraph.ts';
import type { TextPart } from './text-part.ts';
import type { UnitList } from './unit-list.ts';

export const headersAndFooters = new Set(
  ['odd', 'even', 'first'].flatMap((which) => [`s:${which}Header`, `s:${which}Footer`]),
);

/** What Excel takes; a longer one makes it call the file damaged. */
const longestHeader = 255;

const code = /(&[LCR])|&(?:"[^"]*"|\d+|K[0-9A-Fa-f+-]{6}|[^&])/g;

const style: RunStyle = { key: '', write: (text) => encodeXml(text.replaceAll('&', '&&')) };

/** The pieces of each place; `text` is the content of the element. */
function splitHeader(text: string): Piece[][] {
  const places: Piece[][] = [[]];
  let at = 0;
  const addText = (to: number) => {
    const words = text.slice(at, to).replaceAll('&&', '&');
    if (words !== '') places.at(-1)?.push({ kind: 'text', text: words, style });
  };
  // Two such signs are one that is meant.
  const hidden = text.replaceAll('&&', '\u0000\u0000');
  for (const { 0: whole, 1: place, index } of hidden.matchAll(code)) {
    addText(index);
    at = index + whole.length;
    if (place !== undefined) places.push([]);
    places.at(-1)?.push({ kind: 'object', copied: [encodeXml(text.slice(index, at))] });
  }
  addText(text.length);
  return places;
}

/** `stretch` is the content of the element that holds it, `text` what it means. */
export function changeHeader(
  part: TextPart,
  { text, ...stretch }: Stretch & { readonly text: string },
  units: UnitList,
): void {
  const places = splitHeader(text).map((pieces) => {
    const paragraph = layOutParagraph(pieces);
    return { pieces, paragraph, unit: paragraph === undefined ? -1 : units.add(paragraph) };
  });
  if (places.every(({ paragraph }) => paragraph === undefined)) return;
  part.change(stretch, (translations) => {
    const isSame = places.every(
      ({ paragraph, unit }) => (translations[unit] ?? paragraph?.text) === paragraph?.text,
    );
    if (isSame) return undefined;
    const written = places
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
