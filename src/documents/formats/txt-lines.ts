/** Lines of a plain text, and what each of them is. */
import { widthOf, wordsOf } from './break-lines.ts';

export interface TextLine {
  readonly start: number;
  /** Behind its last character that isn't blank. */
  readonly end: number;
  /** The line break, with the blanks before it; empty at the end of the file. */
  readonly ending: string;
  /** `table` has cells; `heading` stands alone; `empty` has nothing to read. */
  readonly kind: 'plain' | 'item' | 'table' | 'heading' | 'empty';
  /** The signs of a quotation, without blanks: `>>`. */
  readonly quote: string;
  /** Everything before the words: quotation, indentation and the mark of a list. */
  readonly prefix: string;
  /** Columns of indentation, behind the signs of a quotation and before the mark of a list. */
  readonly indent: number;
  /** The words. */
  readonly content: string;
  /** Columns from the signs of the quotation to the end. */
  readonly width: number;
}

export function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  const breaks = /\r\n|\r|\n/g;
  for (let start = 0; start < text.length; ) {
    const found = breaks.exec(text);
    const end = found?.index ?? text.length;
    const next = found === null ? end : end + found[0].length;
    lines.push(lineOf(text, start, end, next));
    start = next;
  }
  return lines;
}

const quotation = /^(?:[ \t]*>)*/;
const marker = /^(?:[-*+•◦▪‣·–—]|\(?(?:\d{1,3}|[a-zA-Z])\)|\d{1,3}\.)[ \t]+/;
const heading = /^#{1,6}[ \t]/;
const words = /[\p{L}\p{N}]/u;
/** Only where there are words on both sides. */
const cellGap = /\t| {3}|\|[^|]*\|/;

function lineOf(text: string, start: number, lineEnd: number, next: number): TextLine {
  const raw = text.slice(start, lineEnd).trimEnd();
  const end = start + raw.length;
  const ending = text.slice(end, next);
  const quote = quotation.exec(raw)?.[0] ?? '';
  const unquoted = raw.slice(quote.length);
  const indented = unquoted.trimStart();
  const blank = unquoted.slice(0, unquoted.length - indented.length);
  const mark = marker.exec(indented)?.[0] ?? '';
  const content = indented.slice(mark.length);
  return {
    start,
    end,
    ending,
    kind: kindOf(indented, content, mark),
    quote: quote.replaceAll(/[ \t]/g, ''),
    prefix: quote + blank + mark,
    indent: columnsOf(blank),
    content,
    width: columnsOf(blank) + mark.length + widthOf(content),
  };
}

function kindOf(indented: string, content: string, mark: string): TextLine['kind'] {
  if (!words.test(content)) return 'empty';
  if (heading.test(indented)) return 'heading';
  if (cellGap.test(content)) return 'table';
  return mark === '' ? 'plain' : 'item';
}

function columnsOf(blank: string): number {
  let columns = 0;
  for (const character of blank) columns += character === '\t' ? 4 : 1;
  return columns;
}

/** Whether a line that begins with this is a plain one. */
export function beginsPlainly(rest: string): boolean {
  return !rest.startsWith('>') && !marker.test(rest) && !heading.test(rest);
}

export interface Wrapping {
  /** Columns of a full line. */
  readonly width: number;
}

/** Lines past this width were not broken by hand, nor by an editor that breaks lines. */
const widestWrap = 100;
/** Below this it is a poem, an address or a list of words. */
const narrowestWrap = 40;

/**
 * Whether the lines of a text were broken to fit a width. A break says so if the first word behind it had no room on
 * its line; a text is wrapped if at least half of its breaks say so.
 */
export function wrappingOf(lines: readonly TextLine[]): Wrapping | undefined {
  const candidates = lines.flatMap((line, i) => {
    const next = lines[i + 1];
    return next !== undefined && couldGoOn(line, next) ? [{ line, next }] : [];
  });
  const widths = candidates.map(({ line }) => line.width).sort((a, b) => a - b);
  // A few lines stand out of any text: addresses of pages, for instance.
  const width = widths[Math.ceil(widths.length * 0.95) - 1] ?? 0;
  if (width < narrowestWrap || width > widestWrap) return undefined;
  const full = candidates.filter(({ line, next }) => isFull(line, next, width)).length;
  return full * 2 >= candidates.length ? { width } : undefined;
}

function couldGoOn(line: TextLine, next: TextLine): boolean {
  return (
    (line.kind === 'plain' || line.kind === 'item') && next.kind === 'plain' && line.quote === next.quote
  );
}

function isFull(line: TextLine, next: TextLine, width: number): boolean {
  const [first] = wordsOf(next.content.slice(0, 200));
  return line.width + 1 + widthOf(first?.text ?? '') > width;
}

/** Columns from which a line is taken for code, or something else that someone laid out. */
const codeIndent = 4;

/** Whether `next` goes on with the sentence of `paragraph`. */
export function goesOn(paragraph: readonly TextLine[], next: TextLine, { width }: Wrapping): boolean {
  const [first, second] = paragraph;
  const last = paragraph.at(-1);
  if (first === undefined || last === undefined) return false;
  if (!couldGoOn(last, next) || !isFull(last, next, width)) return false;
  if (second !== undefined) return next.indent === second.indent;
  if (first.kind === 'item') return next.indent >= first.indent;
  return next.indent < codeIndent && next.indent <= first.indent;
}
