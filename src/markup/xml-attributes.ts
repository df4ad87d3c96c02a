/** Reads the attributes of an XML tag. */
import { maxAttributes, type Place } from './place.ts';

function isWhitespace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** Whether the code is one of `/ > = < " '`, whitespace or the end of the text. */
function endsName(code: number): boolean {
  const isSign = code === 47 || code === 62 || code === 61 || code === 60 || code === 34 || code === 39;
  return isSign || isWhitespace(code) || Number.isNaN(code);
}

export function endOfName(text: string, start: number): number {
  let end = start;
  while (!endsName(text.charCodeAt(end))) end++;
  return end;
}

function afterWhitespace(text: string, start: number): number {
  let end = start;
  while (isWhitespace(text.charCodeAt(end))) end++;
  return end;
}

/** A name as written, with the place of the value. The value is decoded only where it is read. */
export interface XmlAttribute extends Place {
  readonly name: string;
}

/** Returns the position after the attributes: the length of the text if it ends inside the tag. */
export function readAttributes(
  text: string,
  from: number,
  found: XmlAttribute[],
): number | 'malformed' | 'too many' {
  for (let i = from; ; ) {
    const nameStart = afterWhitespace(text, i);
    if (nameStart >= text.length || text[nameStart] === '/' || text[nameStart] === '>') return nameStart;
    const nameEnd = endOfName(text, nameStart);
    const equals = afterWhitespace(text, nameEnd);
    const opening = afterWhitespace(text, equals + 1);
    const quote = text[opening];
    const isQuoted = text[equals] === '=' && (quote === '"' || quote === "'");
    const end = isQuoted ? text.indexOf(quote, opening + 1) : -1;
    if (opening >= text.length || (isQuoted && end === -1)) return text.length;
    if (!isQuoted || nameStart === i || nameStart === nameEnd) return 'malformed';
    found.push({ name: text.slice(nameStart, nameEnd), start: opening + 1, end });
    if (found.length > maxAttributes) return 'too many';
    i = end + 1;
  }
}
