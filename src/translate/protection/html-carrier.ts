/**
 * Writes a unit as HTML for an engine with an HTML mode, and parses its answer. A pair becomes an element
 * around its words, any other span an empty element, so that the engine translates the words alone and moves
 * the elements with them. Elements are identified by id only: the engine does not see the content of a span.
 */
import { isSpan, type Part, type Span } from './layout.ts';
import type { Packed } from './tokens.ts';

export function packHtml(parts: readonly Part[]): Packed {
  const spans = parts.filter(isSpan);
  let index = 0;
  const text = parts.map((part) => (isSpan(part) ? elementOf(part, index++) : escapeHtml(part))).join('');
  return { text, unpack: (answer) => unpack(answer, spans) };
}

function elementOf({ kind }: Span, index: number): string {
  if (kind === 'close') return '</b>';
  return kind === 'open' ? `<b id="${index}">` : `<img id="${index}">`;
}

const element = /<(\/?)(?:b|img)(?:\s+id="(\d{1,6})")?\s*\/?>|<[^>]*>?/g;

/** Returns undefined if the answer has an element that was not sent, or an unbalanced one. */
function unpack(answer: string, spans: readonly Span[]): Part[] | undefined {
  const closing = new Map(spans.flatMap((span) => (span.kind === 'close' ? [[span.pair, span]] : [])));
  const parts: Part[] = [];
  const open: Span[] = [];
  let from = 0;
  for (const { 0: whole, 1: slash, 2: id, index } of answer.matchAll(element)) {
    const span = slash === '/' ? closing.get(open.pop()?.pair) : spans[id === undefined ? -1 : Number(id)];
    if (span === undefined) return undefined;
    if (span.kind === 'open') open.push(span);
    if (index > from) parts.push(unescapeHtml(answer.slice(from, index)));
    parts.push(span);
    from = index + whole.length;
  }
  if (from < answer.length) parts.push(unescapeHtml(answer.slice(from)));
  return open.length > 0 ? undefined : withoutRepeats(parts);
}

/**
 * Adjacent words may be separated in the target language, and the engine then repeats their element around
 * each of them. Only the first element that contains words is kept.
 */
function withoutRepeats(parts: readonly Part[]): Part[] {
  const counts = new Map<Part, number>();
  for (const part of parts) if (isSpan(part)) counts.set(part, (counts.get(part) ?? 0) + 1);
  const kept = new Set<Part>();
  const dropped = new Set<number>();
  const open: { index: number; hasWords: boolean }[] = [];
  const fill = () => {
    const innermost = open.at(-1);
    if (innermost !== undefined) innermost.hasWords = true;
  };
  for (const [index, part] of parts.entries()) {
    if (!isSpan(part)) {
      if (part.trim() !== '') fill();
    } else if (part.kind === 'open') {
      open.push({ index, hasWords: false });
    } else if (part.kind === 'close') {
      const opened = open.pop();
      if (opened === undefined) continue;
      if (opened.hasWords) fill();
      const opening = parts[opened.index] ?? '';
      if (!kept.has(opening) && (opened.hasWords || counts.get(opening) === 1)) kept.add(opening);
      else for (const each of [opened.index, index]) dropped.add(each);
    }
  }
  return parts.filter((_, index) => !dropped.has(index));
}

const entityOf: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const characterOf: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': '\u00a0',
};

function escapeHtml(words: string): string {
  return words.replaceAll(/[&<>"]/g, (character) => entityOf[character] ?? character);
}

function unescapeHtml(html: string): string {
  return html.replaceAll(/&[#\w]{1,8};/g, (name) => characterOf[name] ?? name);
}
