/** Finds the applied terms in a text and its translation, and similar terms that were not applied. */
import { escapePattern } from '../../../lib/escape-pattern.ts';
import type { Work } from '../../../lib/in-slices.ts';
import { t } from '../../../lib/messages.ts';
import type { Cells } from '../draft/term-faults.ts';

export interface Piece {
  readonly text: string;
  readonly isTerm: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const boundary = { before: '(?<![\\p{L}\\p{N}])', after: '(?![\\p{L}\\p{N}])' };

/** Scripts without spaces between words have no word boundaries to match. */
const withoutBlanks =
  /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;

/** Any run of whitespace matches any other, as on the server. */
function wordsOf(term: string, flags: string): RegExp {
  const words = escapePattern(term.normalize()).replaceAll(/\s+/g, '\\s+');
  return new RegExp(withoutBlanks.test(term) ? words : boundary.before + words + boundary.after, flags);
}

/** `terms` has one item per application, in the order of the source text. */
export function markApplied(text: string, terms: readonly string[]): Piece[] {
  const ranges: Range[] = [];
  for (const term of terms) {
    const free = [...text.matchAll(wordsOf(term, 'giu'))]
      .map((match) => ({ start: match.index, end: match.index + match[0].length }))
      .find(({ start, end }) => ranges.every((other) => end <= other.start || start >= other.end));
    if (free !== undefined) ranges.push(free);
  }
  return cut(
    text,
    ranges.toSorted((a, b) => a.start - b.start),
  );
}

function cut(text: string, ranges: readonly Range[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    pieces.push(
      { text: text.slice(at, start), isTerm: false },
      { text: text.slice(start, end), isTerm: true },
    );
    at = end;
  }
  pieces.push({ text: text.slice(at), isTerm: false });
  return pieces.filter((piece) => piece.text !== '');
}

export interface Unapplied {
  readonly source: string;
  readonly reason: string;
}

const mostNamed = 20;

/** Terms that a reader would expect in this text, with the reason why they were not applied. */
export function* findUnapplied(
  entries: readonly Cells[],
  text: string,
  applied: readonly string[],
): Work<Unapplied[]> {
  const folded = text.normalize().toLowerCase();
  const done = new Set(applied);
  const found: Unapplied[] = [];
  for (const { source } of entries) {
    yield;
    if (source === '' || done.has(source) || !folded.includes(source.normalize().toLowerCase())) continue;
    const reason = reasonFor(source, text.normalize(), applied);
    if (reason !== undefined) found.push({ source, reason });
    if (found.length === mostNamed) break;
  }
  return found;
}

function reasonFor(source: string, text: string, applied: readonly string[]): string | undefined {
  const startsWord = new RegExp(`${boundary.before}${escapePattern(source)}\\p{L}`, 'iu').test(text);
  // Short terms begin many unrelated words.
  if (startsWord && source.length > 2) return t('only whole words match; add this form as a term');
  if (!wordsOf(source, 'iu').test(text)) return undefined;
  const isInside = applied.some((term) => term !== source && wordsOf(source, 'iu').test(term));
  if (isInside) return t('a longer term was applied there');
  return wordsOf(source, 'u').test(text)
    ? t('in a tag or a placeholder, or not saved yet')
    : t('a term with capitals matches only in the same case');
}
