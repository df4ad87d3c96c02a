/** Splits plain text into lines and classifies them. */
import { widthOf, wordsOf } from '../shared/break-lines.ts';

export interface TextLine {
  readonly start: number;
  /** After its last character that is not whitespace. */
  readonly end: number;
  /** The trailing whitespace and the line break; the last line may have neither. */
  readonly ending: string;
  /** `table` has cells; `heading` stands alone; `empty` has no words. */
  readonly kind: 'plain' | 'item' | 'table' | 'heading' | 'empty';
  /** The quote markers, without whitespace: `>>`. */
  readonly quote: string;
  /** Everything before the words: quote markers, indentation and list marker. */
  readonly prefix: string;
  /** Columns of indentation between the quote markers and the list marker. */
  readonly indent: number;
  /** The text after `prefix`. */
  readonly content: string;
  /** Columns from the quote markers to the end. */
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
/** Tested on trimmed text, so that whitespace is always between two cells. */
const cellGap = /\t| {3}|\|[^|]*\|/;

function lineOf(text: string, start: number, lineEnd: number, next: number): TextLine {
  const raw = text.slice(start, lineEnd).trimEnd();
  const end = start + raw.length;
  const ending = text.slice(end, next);
  const quote = quotation.exec(raw)?.[0] ?? '';
  const unquoted = raw.slice(quote.length);
  const indented = unquoted.trimStart();
  const indentation = unquoted.slice(0, unquoted.length - indented.length);
  const mark = marker.exec(indented)?.[0] ?? '';
  const content = indented.slice(mark.length);
  return {
    start,
    end,
    ending,
    kind: kindOf(indented, content, mark),
    quote: quote.replaceAll(/[ \t]/g, ''),
    prefix: quote + indentation + mark,
    indent: columnsOf(indentation),
    content,
    width: columnsOf(indentation) + mark.length + widthOf(content),
  };
}

function kindOf(indented: string, content: string, mark: string): TextLine['kind'] {
  if (!words.test(content)) return 'empty';
  if (heading.test(indented)) return 'heading';
  if (cellGap.test(content)) return 'table';
  return mark === '' ? 'plain' : 'item';
}

function columnsOf(indentation: string): number {
  let columns = 0;
  for (const character of indentation) columns += character === '\t' ? 4 : 1;
  return columns;
}

/** Whether a line that begins with this text is a plain one. */
export function beginsPlainly(rest: string): boolean {
  return !rest.startsWith('>') && !marker.test(rest) && !heading.test(rest);
}

export interface Wrapping {
  /** Columns of a full line. */
  readonly width: number;
}

/** Wider lines were wrapped neither by hand nor by an editor. */
const widestWrap = 100;
/** Narrower text is a poem, an address or a list of words. */
const narrowestWrap = 40;

/**
 * Detects whether the lines of a text were wrapped to a width. A break is a wrap if the word after it had no
 * room on the line; a text is wrapped if at least half of its breaks are wraps.
 */
export function wrappingOf(lines: readonly TextLine[]): Wrapping | undefined {
  const candidates = lines.flatMap((line, i) => {
    const next = lines[i + 1];
    return next !== undefined && canContinue(line, next) ? [{ line, next }] : [];
  });
  const widths = candidates.map(({ line }) => line.width).sort((a, b) => a - b);
  // Any text has a few wider lines, such as URLs.
  const width = widths[Math.ceil(widths.length * 0.95) - 1] ?? 0;
  if (width < narrowestWrap || width > widestWrap) return undefined;
  const full = candidates.filter(({ line, next }) => isFull(line, next, width)).length;
  return full * 2 >= candidates.length ? { width } : undefined;
}

function canContinue(line: TextLine, next: TextLine): boolean {
  return (
    (line.kind === 'plain' || line.kind === 'item') && next.kind === 'plain' && line.quote === next.quote
  );
}

function isFull(line: TextLine, next: TextLine, width: number): boolean {
  const [first] = wordsOf(next.content.slice(0, 200));
  return line.width + 1 + widthOf(first?.text ?? '') > width;
}

/** A line with this many columns of indentation is treated as code or as manual layout. */
const codeIndent = 4;

/** Whether `next` continues `paragraph`. */
export function goesOn(paragraph: readonly TextLine[], next: TextLine, { width }: Wrapping): boolean {
  const [first, second] = paragraph;
  const last = paragraph.at(-1);
  if (first === undefined || last === undefined) return false;
  if (!canContinue(last, next) || !isFull(last, next, width)) return false;
  if (second !== undefined) return next.indent === second.indent;
  if (first.kind === 'item') return next.indent >= first.indent;
  return next.indent < codeIndent && next.indent <= first.indent;
}
