/** Splits words into words and spans, with a function that finds the spans. */
import type { Part, Span } from './layout.ts';

export interface FoundSpan {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly span: Span;
}

/** Returns spans in text order, without overlaps. */
export type SpanFinder = (words: string) => readonly FoundSpan[];

/** Searches the words only: existing spans are not searched. */
export function markSpans(parts: readonly Part[], find: SpanFinder): readonly Part[] {
  if (parts.length === 1 && typeof parts[0] === 'string') return cutAt(parts[0], find(parts[0]));
  return parts.flatMap((part) => (typeof part === 'string' ? cutAt(part, find(part)) : [part]));
}

function cutAt(words: string, found: readonly FoundSpan[]): readonly Part[] {
  if (found.length === 0) return [words];
  const parts: Part[] = [];
  let from = 0;
  for (const { start, end, span } of found) {
    if (start > from) parts.push(words.slice(from, start));
    parts.push(span);
    from = end;
  }
  if (from < words.length) parts.push(words.slice(from));
  return parts;
}
