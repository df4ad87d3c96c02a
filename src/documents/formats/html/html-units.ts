/**
 * Finds the units of an HTML file, as they are written there. The content between two blocks is one unit with
 * all its inline tags; a tag with visible attributes is a unit if no other unit contains it.
 */

import { partnersOf } from '../../../markup/pair-tags.ts';
import { countHtml } from '../../../translate/count-html.ts';
import { DocumentSize, documentLimits } from '../shared/limits.ts';
import type { PlacedUnit } from '../shared/placed-units.ts';
import { type HtmlTag, type HtmlToken, htmlTokensOf, paragraphTooLong } from './html-tokens.ts';

export interface HtmlContent {
  readonly units: readonly PlacedUnit[];
  /** The tag that declares the language of the page. */
  readonly root: HtmlTag | undefined;
}

/** Elements whose content can only be parsed together with their tags. */
const wholeElements = new Set(['title', 'textarea']);

export function readHtml(source: string): HtmlContent {
  const tokens = htmlTokensOf(source);
  const partners = partnersOf(tokens);
  const size = new DocumentSize();
  const units: PlacedUnit[] = [];
  let keepingLines = 0;

  /** `before` and `after` are wrappers that are in the unit but not in the file. */
  const add = (start: number, end: number, before = '', after = '') => {
    const text = before + source.slice(start, end) + after;
    const characters = countHtml(text, documentLimits.maxUnitMarkup, documentLimits.maxUnitLength);
    if (characters === undefined) throw paragraphTooLong();
    if (characters === 0) return;
    size.add(characters);
    const write = (translation: string) =>
      translation.slice(before.length, translation.length - after.length);
    units.push({ text, characters, start, end, write });
  };
  const addTag = (tag: HtmlTag) => {
    // The root tag is not a unit, because its language changes and splices must not overlap.
    if (tag.isRead && tag.name !== 'html') add(tag.start, tag.end);
    const attribute = tag.hiddenText;
    if (attribute === undefined) return;
    // Wrapped as an `alt` attribute, which is always translated, so that quotes are escaped correctly.
    const { start, end, quote } = attribute;
    add(start, end, `<img alt=${quote}`, `${quote}>`);
  };
  const addRun = (run: readonly number[]) => {
    const range = rangeOf(tokens, run, partners);
    for (const [position, index] of run.entries()) {
      const token = tokens[index] as HtmlToken;
      if (range !== undefined && position === range.first) {
        const last = tokens[lastOf(tokens, run[range.last] ?? index, partners)] as HtmlToken;
        const { start, end } = trimmed(source, token.start, last.end);
        // A line break counts only inside `<pre>`.
        if (keepingLines > 0) add(start, end, '<pre>', '</pre>');
        else add(start, end);
      }
      const isInside = range !== undefined && position >= range.first && position <= range.last;
      if (!isInside && token.type === 'tag' && !token.isKept) addTag(token);
    }
  };

  let run: number[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as HtmlToken;
    if (token.type !== 'tag' || !token.isBlock) {
      run.push(index);
      index = lastOf(tokens, index, partners);
      continue;
    }
    addRun(run);
    run = [];
    if (token.name === 'pre') keepingLines = Math.max(0, keepingLines + (token.role === 'open' ? 1 : -1));
    const last = lastOf(tokens, index, partners);
    if (last > index) {
      index = last;
    } else if (wholeElements.has(token.name) && token.role === 'open') {
      const end = partners.get(index) ?? (tokens[index + 1]?.type === 'text' ? index + 1 : index);
      add(token.start, tokens[end]?.end ?? token.end);
      index = end;
    } else if (!token.isKept) {
      addTag(token);
    }
  }
  addRun(run);
  return { units, root: rootOf(tokens) };
}

/** The end of an element that must not be translated; otherwise the token itself. */
function lastOf(tokens: readonly HtmlToken[], index: number, partners: ReadonlyMap<number, number>): number {
  const token = tokens[index];
  if (token?.type !== 'tag' || !token.isKept || token.role !== 'open') return index;
  return partners.get(index) ?? index;
}

/** From the first content to the last, extended to include the matching tag of every tag between them. */
function rangeOf(
  tokens: readonly HtmlToken[],
  run: readonly number[],
  partners: ReadonlyMap<number, number>,
): { first: number; last: number } | undefined {
  const isContent = (index: number) => {
    const token = tokens[index];
    return token?.type === 'text' ? !token.isBlank : lastOf(tokens, index, partners) > index;
  };
  let first = run.findIndex(isContent);
  if (first === -1) return undefined;
  let last = run.findLastIndex(isContent);
  const positions = new Map(run.map((index, position) => [index, position]));
  let [scannedFirst, scannedLast] = [first, first - 1];
  const scan = (position: number) => {
    const partner = positions.get(partners.get(run[position] ?? -1) ?? -1) ?? position;
    first = Math.min(first, partner);
    last = Math.max(last, partner);
  };
  while (scannedFirst > first || scannedLast < last) {
    if (scannedFirst > first) scan(--scannedFirst);
    else scan(++scannedLast);
  }
  return { first, last };
}

function trimmed(source: string, start: number, end: number): { start: number; end: number } {
  const raw = source.slice(start, end);
  return { start: start + raw.length - raw.trimStart().length, end: start + raw.trimEnd().length };
}

function rootOf(tokens: readonly HtmlToken[]): HtmlTag | undefined {
  const found = tokens.find(
    (token) => token.type === 'tag' && token.name === 'html' && token.role === 'open',
  );
  return found?.type === 'tag' ? found : undefined;
}
