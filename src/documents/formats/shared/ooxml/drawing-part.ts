/**
 * Reads DrawingML text, which slides, charts, diagrams and text boxes of sheets share. Every paragraph `a:p`
 * is a unit; fields, such as the slide number, are copied.
 */

import type { XmlCursor } from '../../../../markup/xml-cursor.ts';
import { encodeXml } from '../../../../markup/xml-text.ts';
import type { Piece, RunStyle } from './inline-pieces.ts';
import { layOutParagraph } from './lay-out-paragraph.ts';
import { officeCursor } from './office-xml.ts';
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

const plain: RunStyle = { key: '', write: encodeXml };

/** A chart repeats its category names for every series. */
function namesAsUnits(units: UnitTaker): CachedName {
  const repeated = new RepeatedUnits(units);
  return (text) => {
    const paragraph = layOutParagraph([{ kind: 'text', text, style: plain }]);
    return paragraph && repeated.add(paragraph);
  };
}

function readCachedName(cursor: XmlCursor, part: TextPart, cachedName: CachedName): void {
  const start = cursor.end;
  const text = cursor.readText();
  const unit = cachedName(text);
  const paragraph = layOutParagraph([{ kind: 'text', text, style: plain }]);
  if (unit !== undefined && paragraph !== undefined) {
    part.changeParagraph({ start, end: cursor.start }, paragraph, unit);
  }
}

/** Comments of slides in the format from before 2022. */
function readPlainText(cursor: XmlCursor, part: TextPart, units: UnitTaker): void {
  readCachedName(cursor, part, (text) => {
    const paragraph = layOutParagraph([{ kind: 'text', text, style: plain }]);
    return paragraph && units.add(paragraph);
  });
}

function readParagraph(cursor: XmlCursor, part: TextPart, units: UnitTaker): void {
  const { depth } = cursor;
  const pieces: Piece[] = [];
  let start = cursor.end;
  let end: number | undefined;
  while (cursor.next() !== 'end') {
    const { kind, name, start: from } = cursor;
    if (kind === 'close' && cursor.depth < depth) break;
    if (kind !== 'open' && kind !== 'empty') continue;
    if (name === 'a:r' && kind === 'open') {
      pieces.push(readRun(cursor));
      continue;
    }
    cursor.skipElement();
    if (name === 'a:pPr') start = cursor.end;
    else if (name === 'a:endParaRPr') end = from;
    else pieces.push({ kind: 'object', copied: [{ start: from, end: cursor.end }] });
  }
  const paragraph = layOutParagraph(pieces);
  if (paragraph === undefined) return;
  part.changeParagraph({ start, end: end ?? cursor.start }, paragraph, units.add(paragraph));
}

function readRun(cursor: XmlCursor): Piece {
  const { start, end, qualifiedName, depth } = cursor;
  const open = cursor.text.slice(start, end);
  let properties = '';
  let text = '';
  while (cursor.next() !== 'end') {
    const { kind, name, start: from } = cursor;
    if (kind === 'close' && cursor.depth < depth) break;
    if (kind !== 'open' && kind !== 'empty') continue;
    if (name === 'a:t') {
      text += cursor.readText();
    } else {
      cursor.skipElement();
      if (name === 'a:rPr') properties = cursor.text.slice(from, cursor.end);
    }
  }
  return { kind: 'text', text, style: styleOf(open, qualifiedName, properties) };
}

/** Language and spelling do not affect the appearance. */
const invisible = /\s(?:lang|altLang|dirty|err|smtClean|noProof|bmk)="[^"<>]*"/g;
const empty = /^<(?:\w{1,20}:)?rPr(?:\s?\/>|>\s*<\/(?:\w{1,20}:)?rPr>)$/;

function styleOf(open: string, qualifiedName: string, properties: string): RunStyle {
  const visible = properties.replaceAll(invisible, '');
  const prefix = qualifiedName.slice(0, -1);
  return {
    key: empty.test(visible) ? '' : visible,
    write: (text) => `${open}${properties}<${prefix}t>${encodeXml(text)}</${prefix}t></${qualifiedName}>`,
  };
}
