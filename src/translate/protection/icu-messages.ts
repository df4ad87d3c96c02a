/**
 * Parses ICU plural and select messages: `{count, plural, one {# file} other {# files}}`. Their syntax is
 * kept, and each message inside them is translated as a separate unit.
 */
import type { Layout, Part } from './layout.ts';

const head = /\{\s*[\w.$-]{1,60}\s*,\s*(?:plural|selectordinal|select)\s*,\s*(?:offset\s*:\s*\d{1,4}\s*)?/y;
const selector = /\s*(?:=\d{1,6}|[\w-]{1,40})\s*\{/y;
const end = /\s*\}/y;

export interface IcuMessage {
  readonly end: number;
  readonly layout: Layout;
}

const [openBrace, closeBrace, apostrophe] = [0x7b, 0x7d, 0x27];
/** An apostrophe starts a quotation only before one of these. */
const quotable = new Set([...'{}#|'].map((sign) => sign.charCodeAt(0)));

/** Maps each opening brace to its closing brace, in one pass. Apostrophes quote braces, as in ICU. */
export function matchBraces(text: string): ReadonlyMap<number, number> {
  const matches = new Map<number, number>();
  const open: number[] = [];
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === apostrophe) {
      // Two of them are a literal apostrophe, inside a quotation too.
      if (text.charCodeAt(i + 1) === apostrophe) i++;
      else isQuoted = !isQuoted && quotable.has(text.charCodeAt(i + 1));
    } else if (isQuoted) continue;
    else if (character === openBrace) open.push(i);
    else if (character === closeBrace) {
      const start = open.pop();
      if (start !== undefined) matches.set(start, i);
    }
  }
  return matches;
}

export interface MessageReader {
  /** The braces of the whole text. */
  readonly braces: ReadonlyMap<number, number>;
  /** A message with more choices is treated as plain text. */
  readonly maxChoices: number;
  /** Parses the message inside a choice. */
  read(message: string): readonly Part[];
}

/**
 * Returns the message that starts at a brace, or undefined if the brace does not start one. All choices are
 * found before any is parsed: otherwise the time is exponential in the depth of invalid nested messages.
 */
export function readIcuMessage(
  text: string,
  start: number,
  { braces, maxChoices, read }: MessageReader,
): IcuMessage | undefined {
  const choices = findChoices(text, start, braces, maxChoices);
  const closing = braces.get(start);
  if (choices === undefined || closing === undefined) return undefined;
  const layout: (string | { parts: readonly Part[] })[] = [];
  let copied = start;
  for (const { opened, closed } of choices) {
    layout.push(text.slice(copied, opened), { parts: read(text.slice(opened, closed)) });
    copied = closed;
  }
  return { end: closing + 1, layout: [...layout, text.slice(copied, closing + 1)] };
}

/** The range between the braces of a choice. */
interface Choice {
  readonly opened: number;
  readonly closed: number;
}

/** Reads only the syntax around the choices, so that nested messages are not scanned repeatedly. */
function findChoices(
  text: string,
  start: number,
  braces: ReadonlyMap<number, number>,
  maxChoices: number,
): Choice[] | undefined {
  const closing = braces.get(start);
  let at = matchAt(head, text, start);
  if (closing === undefined || at === undefined) return undefined;
  const choices: Choice[] = [];
  for (let next = matchAt(selector, text, at); next !== undefined; next = matchAt(selector, text, at)) {
    const closed = braces.get(next - 1);
    if (closed === undefined || choices.length === maxChoices) return undefined;
    choices.push({ opened: next, closed });
    at = closed + 1;
  }
  return choices.length > 0 && matchAt(end, text, at) === closing + 1 ? choices : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
