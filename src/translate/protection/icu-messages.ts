/**
 * Plurals and choices of ICU messages: `{count, plural, one {# file} other {# files}}`. Their syntax is kept, and the
 * messages inside them are translated, each as a unit of its own.
 */
import type { Layout, Part } from './layout.ts';

const head = /\{\s*[\w.$-]{1,60}\s*,\s*(?:plural|selectordinal|select)\s*,\s*(?:offset\s*:\s*\d{1,4}\s*)?/y;
const selector = /\s*(?:=\d{1,6}|[\w-]{1,40})\s*\{/y;
const end = /\s*\}/y;

export interface IcuMessage {
  readonly end: number;
  readonly layout: Layout;
}

/** The matching brace of each brace of a text; apostrophes quote, as ICU has it. One pass over the text. */
export function matchBraces(text: string): ReadonlyMap<number, number> {
  const matches = new Map<number, number>();
  const open: number[] = [];
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (character === "'" && isQuoted) isQuoted = false;
    else if (character === "'") isQuoted = /[{}#|]/.test(text[i + 1] ?? '');
    else if (isQuoted) continue;
    else if (character === '{') open.push(i);
    else if (character === '}') {
      const start = open.pop();
      if (start !== undefined) matches.set(start, i);
    }
  }
  return matches;
}

/** The message that starts at a brace, or undefined: then the brace is one like any other. */
export function readIcuMessage(
  text: string,
  start: number,
  braces: ReadonlyMap<number, number>,
  read: (message: string) => readonly Part[],
): IcuMessage | undefined {
  const closing = braces.get(start);
  let at = matchAt(head, text, start);
  if (closing === undefined || at === undefined) return undefined;
  const layout: (string | { parts: readonly Part[] })[] = [];
  let copied = start;
  while (matchAt(end, text, at) === undefined) {
    const opened = matchAt(selector, text, at);
    const closed = opened === undefined ? undefined : braces.get(opened - 1);
    if (opened === undefined || closed === undefined) return undefined;
    layout.push(text.slice(copied, opened), { parts: read(text.slice(opened, closed)) });
    copied = closed;
    at = closed + 1;
  }
  if (layout.length === 0 || matchAt(end, text, at) !== closing + 1) return undefined;
  return { end: closing + 1, layout: [...layout, text.slice(copied, closing + 1)] };
}

function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
