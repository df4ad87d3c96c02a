/**
 * Reads DrawingML text, which slides, charts, diagrams and text boxes of sheets share. Every paragraph `a:p`
 * is a unit; fields, such as the slide number, are copied.
 */

import type { XmlCursor } from '../../../../markup/xml-cursor.ts';
import { encodeXml } from '../../../../markup/xml-text.ts';
import { type Piece, plainText, type RunStyle } from './inline-pieces.ts';
import { layOutParagraph } from './lay-out-paragraph.ts';
import { officeCursor } from './office-xml.ts';
import { type Run, readRun, styleKey } from './read-run.ts';
import { TextPart } from './text-part.ts';
import { RepeatedUnits, type UnitTaker } from './unit-list.ts';

/** The unit of a cached name, such as a chart category; undefined if the name is copied. */
type CachedName = (text: string) => number | undefined;

export function readDrawingPart(
  text: string,
  name: string,
  units: UnitTaker,
  cachedName: CachedName = namesAsUnits(units),
): TextPart {
  const cursor = officeCursor(text, name);
  const part = new TextPart(text);
  let taker = units;
  let isInCache = false;
  while (cursor.next() !== 'end') {
    if (cursor.name === 'c:strCache') isInCache = cursor.kind === 'open';
    // The alternatives hold the same content for different program versions.
    if (cursor.name === 'mc:AlternateContent')
      taker = cursor.kind === 'open' ? new RepeatedUnits(units) : units;
    if (cursor.kind !== 'open') continue;
    if (cursor.name === 'a:p') readParagraph(cursor, part, taker);
    else if (cursor.name === 'c:v' && isInCache) readCachedName(cursor, part, cachedName);
    else if (cursor.name === 'p:text') readPlainText(cursor, part, units);
  }
  return part;
}

/** A chart repeats its category names for every series. */
function namesAsUnits(units: UnitTaker): CachedName {
  const repeated = new RepeatedUnits(units);
  return (text) => {
    const paragraph = layOutParagraph(plainText(text));
    return paragraph && repeated.add(paragraph);
  };
}

function readCachedName(cursor: XmlCursor, part: TextPart, cachedName: CachedName): void {
  const content = cursor.readContent();
  const unit = cachedName(content.text);
  const paragraph = layOutParagraph(plainText(content.text));
  if (unit !== undefined && paragraph !== undefined) part.changeParagraph(content, paragraph, unit);
}

/** Comments of slides in the format from before 2022. */
function readPlainText(cursor: XmlCursor, part: TextPart, units: UnitTaker): void {
  const content = cursor.readContent();
  part.addParagraph(content, plainText(content.text), units);
}

function readParagraph(cursor: XmlCursor, part: TextPart, units: UnitTaker): void {
  const { depth } = cursor;
  const pieces: Piece[] = [];
  let start = cursor.end;
  let end: number | undefined;
  while (cursor.nextTag(depth)) {
    const { kind, name, start: from } = cursor;
    if (name === 'a:r' && kind === 'open') {
      const { text, ...run } = readRun(cursor);
      pieces.push({ kind: 'text', text, style: styleOf(run) });
      continue;
    }
    cursor.skipElement();
    if (name === 'a:pPr') start = cursor.end;
    else if (name === 'a:endParaRPr') end = from;
    else pieces.push({ kind: 'object', copied: [{ start: from, end: cursor.end }] });
  }
  part.addParagraph({ start, end: end ?? cursor.start }, pieces, units);
}

/** Language and spelling do not affect the appearance. */
const invisible = /\s(?:lang|altLang|dirty|err|smtClean|noProof|bmk)="[^"<>]*"/g;

function styleOf({ open, properties, textName, close }: Omit<Run, 'text'>): RunStyle {
  return {
    key: styleKey(properties, invisible),
    write: (text) => `${open}${properties}<${textName}>${encodeXml(text)}</${textName}>${close}`,
  };
}
