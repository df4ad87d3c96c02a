/**
 * Reads markup from the start to the end and tells where each tag and each stretch of text is, so that a file can be
 * changed in some places and stay as it is in all others. Nothing is expanded, fetched or built up in memory.
 */
import { QuoteType, Tokenizer } from 'htmlparser2';
import { DocumentFault } from './format.ts';

export interface MarkupTag {
  /** In small letters in HTML. */
  readonly name: string;
  readonly attributes: readonly MarkupAttribute[];
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
  /** Written as `<br/>`. */
  readonly isEmpty: boolean;
}

export interface MarkupAttribute {
  readonly name: string;
  /** Where the value stands, without quotes; both 0 for an attribute without one. */
  readonly start: number;
  readonly end: number;
  /** Empty for a value without quotes. */
  readonly quote: '"' | "'" | '';
}

export type OtherMarkup = 'comment' | 'cdata' | 'declaration' | 'instruction';

/** `start` is where something begins, `end` is behind its last character. */
export interface MarkupVisitor {
  /** Entities are part of the text. A long stretch comes in several pieces. */
  text(start: number, end: number): void;
  open(tag: MarkupTag): void;
  close(name: string, start: number, end: number): void;
  other(kind: OtherMarkup, start: number, end: number): void;
}

/**
 * A visitor that has seen enough throws. Text goes to it at least once for each step, so that nobody has to read the
 * whole of a file to find out that it is too large.
 */
const stepLength = 65_536;

/** Of one tag. */
const maxAttributes = 1_000;

function tooManyAttributes(): DocumentFault {
  return new DocumentFault(`A tag of the document has more than ${maxAttributes} attributes.`);
}

const quotes = { [QuoteType.Single]: "'", [QuoteType.Double]: '"' } as const;

/**
 * Stretches that no event tells are between the others: such as a tag that never ends. Without `isXml` names are those
 * of HTML, and what HTML reads as text, as in a script, is text. The end of a part is no end: what is open stays so.
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

/** Never inside an entity, nor between the halves of a character. */
function endOfStep(source: string, start: number): number {
  const end = start + stepLength;
  if (end >= source.length) return source.length;
  const ampersand = source.slice(end - longestEntity, end).lastIndexOf('&');
  if (ampersand !== -1) return end - longestEntity + ampersand;
  return source.charCodeAt(end) >> 10 === 0xdc00 >> 10 ? end - 1 : end;
}

/** The longest name that HTML has, with both its signs. */
const longestEntity = 40;
