/**
 * Writes a unit as HTML for an engine with an HTML mode, and parses its answer. A pair becomes an element
 * around its words, any other span an empty element, so that the engine translates the words alone and moves
 * the elements with them. Elements are identified by id only: the engine does not see the content of a span, except for
 * the glossary terms that it is told about. Such a term is an element around its words.
 */
import { scanMarkup } from '../../markup/scan-markup.ts';
import { isSpan, type Part, type Span } from './layout.ts';
import type { Packed } from './tokens.ts';

/** `shown` are the terms that the engine is told about. */
export function packHtml(parts: readonly Part[], shown?: ReadonlySet<Span>): Packed {
  const spans = parts.filter(isSpan);
  let index = 0;
  const text = parts
    .map((part) => {
      if (!isSpan(part)) return escapeHtml(part);
      return elementOf(part, index++, shown?.has(part) ? part.term?.source : undefined);
    })
    .join('');
  const own = new Set(parts.flatMap((part) => (isSpan(part) ? [] : (part.match(entity) ?? []))));
  return { text, unpack: (answer) => unpack(answer, { spans, own, shown }) };
}

interface Sent {
  readonly spans: readonly Span[];
  /** Entities that the words themselves spell out. They stay as they are, also if the engine writes them unescaped. */
  readonly own: ReadonlySet<string>;
  readonly shown: ReadonlySet<Span> | undefined;
}

function elementOf({ kind }: Span, index: number, term: string | undefined): string {
  if (term !== undefined) return `<b id="${index}">${escapeHtml(term)}</b>`;
  if (kind === 'close') return '</b>';
  return kind === 'open' ? `<b id="${index}">` : `<img id="${index}">`;
}

const element = /<(\/?)(?:b|img)(?:\s+id="(\d{1,6})")?\s*\/?>|<[^>]*>?/g;

/** Returns undefined if the answer has an element that was not sent, or an unbalanced one. */
function unpack(answer: string, { spans, own, shown }: Sent): Part[] | undefined {
  const closing = new Map(spans.flatMap((span) => (span.kind === 'close' ? [[span.pair, span]] : [])));
  const parts: Part[] = [];
  const open: Span[] = [];
  /** The number of parts before the element of the open term. What the engine writes inside it is dropped. */
  let partsBeforeTerm = 0;
  let from = 0;
  for (const { 0: whole, 1: slash, 2: id, index } of answer.matchAll(element)) {
    const closed = slash === '/' ? open.pop() : undefined;
    const isTermEnd = closed !== undefined && shown?.has(closed);
    const span = isTermEnd
      ? closed
      : slash === '/'
        ? closing.get(closed?.pair)
        : spans[id === undefined ? -1 : Number(id)];
    if (span === undefined) return undefined;
    if (index > from) parts.push(unescapeHtml(answer.slice(from, index), own));
    from = index + whole.length;
    if (isTermEnd) parts.length = partsBeforeTerm;
    else if (span.kind === 'open') open.push(span);
    else if (shown?.has(span)) {
      open.push(span);
      partsBeforeTerm = parts.length;
      continue;
    }
    parts.push(span);
  }
  if (from < answer.length) parts.push(unescapeHtml(answer.slice(from), own));
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
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': '\u00a0',
};

function escapeHtml(words: string): string {
  return words.replaceAll(/[&<>"]/g, (character) => entityOf[character] ?? character);
}

const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,30});/g;

function unescapeHtml(html: string, own: ReadonlySet<string>): string {
  return html.replaceAll(
    entity,
    (name) => characterOf[name] ?? (own.has(name) ? name : (otherCharacterOf(name) ?? name)),
  );
}

/** Only characters beyond ASCII: an engine may write ü as an entity, but no sign of a placeholder or a control character. */
const beyondAscii = /^[^\0-\u009f\ufffd-\uffff]+$/;
/** The entities of HTML that were met. */
const known = new Map<string, string>();

function otherCharacterOf(name: string): string | undefined {
  const met = known.get(name);
  if (met !== undefined) return met;
  const [token] = [...scanMarkup(name, 'html')].flatMap(({ tokens }) => tokens);
  if (token?.type !== 'entity' || token.end !== name.length || !beyondAscii.test(token.meaning))
    return undefined;
  // There are some two thousand names, and any number of numbers.
  if (!name.startsWith('&#')) known.set(name, token.meaning);
  return token.meaning;
}
