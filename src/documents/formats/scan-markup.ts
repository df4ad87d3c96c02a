/**
 * Scans markup and reports the position of each tag and text, so that a file can be changed in some places
 * and stay the same in all others. Nothing is expanded or fetched, and no tree is built in memory.
 */
import { QuoteType, Tokenizer } from 'htmlparser2';
import { InvalidDocumentError } from './format.ts';

export interface MarkupTag {
  /** In lower case in HTML. */
  readonly name: string;
  readonly attributes: readonly MarkupAttribute[];
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Written as `<br/>`. */
  readonly isEmpty: boolean;
}

export interface MarkupAttribute {
  readonly name: string;
  /** Position of the value, without quotes; both are 0 for an attribute without a value. */
  readonly start: number;
  readonly end: number;
  /** Empty for an unquoted value. */
  readonly quote: '"' | "'" | '';
}

export type OtherMarkup = 'comment' | 'cdata' | 'declaration' | 'instruction';

/** `start` is inclusive, `end` is exclusive. */
export interface MarkupVisitor {
  /** Entities are part of the text. A long text comes in several pieces. */
  text(start: number, end: number): void;
  open(tag: MarkupTag): void;
  close(name: string, start: number, end: number): void;
  other(kind: OtherMarkup, start: number, end: number): void;
}

/**
 * A visitor stops the scan by throwing. Text reaches it at least once per step, so that a file that is too
 * large is refused before all of it has been scanned.
 */
const stepLength = 65_536;

/** Per tag. */
const maxAttributes = 1_000;

function tooManyAttributes(): InvalidDocumentError {
  return new InvalidDocumentError(`A tag of the document has more than ${maxAttributes} attributes.`);
}

const quotes = { [QuoteType.Single]: "'", [QuoteType.Double]: '"' } as const;

/**
 * Some ranges, such as an unterminated tag, are not reported. Without `isXml`, names follow HTML, and content
 * that HTML treats as text, such as a script, is text. With `isPart`, the end of the source does not end what
 * is still open.
 */
export function scanMarkup(source: string, isXml: boolean, visitor: MarkupVisitor, isPart = false): void {
  const nameOf = (start: number, end: number) =>
    isXml ? source.slice(start, end) : source.slice(start, end).toLowerCase();
  let name = '';
  let tagStart = 0;
  let attributes: MarkupAttribute[] = [];
  let attribute = { name: '', nameEnd: 0, dataStart: 0, dataEnd: 0 };

  const open = (end: number, isEmpty: boolean) =>
    visitor.open({ name, attributes, start: tagStart, end: end + 1, isEmpty });
  const other = (kind: OtherMarkup) => (start: number, end: number) =>
    visitor.other(kind, source.lastIndexOf('<', start - 1), source.indexOf('>', end) + 1 || source.length);

  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: false },
    {
      ontext: (start, end) => visitor.text(start, end),
      ontextentity() {},
      onopentagname(start, end) {
        name = nameOf(start, end);
        tagStart = start - 1;
        attributes = [];
      },
      onattribname(start, end) {
        if (attributes.length >= maxAttributes) throw tooManyAttributes();
        attribute = { name: nameOf(start, end), nameEnd: end, dataStart: 0, dataEnd: 0 };
      },
      onattribdata(start, end) {
        attribute.dataStart ||= start;
        attribute.dataEnd = end;
      },
      onattribentity() {},
      onattribend(kind, end) {
        const { name: attributeName, nameEnd, dataStart, dataEnd } = attribute;
        if (kind === QuoteType.Single || kind === QuoteType.Double) {
          const quote = quotes[kind];
          const start = source.indexOf(quote, nameEnd) + 1;
          attributes.push({ name: attributeName, start, end: end - 1, quote });
        } else {
          attributes.push({ name: attributeName, start: dataStart, end: dataEnd, quote: '' });
        }
      },
      onopentagend: (end) => open(end, false),
      onselfclosingtag: (end) => open(end, true),
      onclosetag(start, end) {
        const closed = source.indexOf('>', end);
        visitor.close(nameOf(start, end), start - 2, closed === -1 ? source.length : closed + 1);
      },
      oncomment: other('comment'),
      oncdata: other('cdata'),
      ondeclaration: other('declaration'),
      onprocessinginstruction: other('instruction'),
      onend() {},
    },
  );
  for (let at = 0; at < source.length; ) {
    const end = endOfStep(source, at);
    tokenizer.write(source.slice(at, end));
    at = end;
  }
  if (!isPart) tokenizer.end();
}

/** Never inside an entity or a surrogate pair. */
function endOfStep(source: string, start: number): number {
  const end = start + stepLength;
  if (end >= source.length) return source.length;
  const ampersand = source.slice(end - longestEntity, end).lastIndexOf('&');
  if (ampersand !== -1) return end - longestEntity + ampersand;
  return source.charCodeAt(end) >> 10 === 0xdc00 >> 10 ? end - 1 : end;
}

/** The longest entity name in HTML, with `&` and `;`. */
const longestEntity = 40;
