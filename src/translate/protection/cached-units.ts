/**
 * Converts units to and from cache entries. The key of a unit without spans is its text. The key of a unit
 * with spans starts with NUL, which no text contains because the API refuses it, and records the position and
 * kind of each span but not its content. The key of a unit with options of its own starts with two NULs, and contains
 * them too.
 */
import { isSpan, type Part, type Span } from './layout.ts';

export function cacheKeyOf(parts: readonly Part[], ownOptions?: string): string {
  if (ownOptions !== undefined) return `\0\0${JSON.stringify([ownOptions, cacheKeyOf(parts)])}`;
  if (!parts.some(isSpan)) return parts.join('');
  return `\0${JSON.stringify(parts.map((part) => (isSpan(part) ? [part.kind, part.pair ?? 0] : part)))}`;
}

export function toCached(source: readonly Part[], translated: readonly Part[]): string {
  if (!source.some(isSpan)) return translated.join('');
  const numbers = new Map(source.filter(isSpan).map((span, i) => [span, i]));
  return JSON.stringify(translated.map((part) => (isSpan(part) ? numbers.get(part) : part)));
}

export function fromCached(source: readonly Part[], cached: string): readonly Part[] {
  const spans = source.filter(isSpan);
  if (spans.length === 0) return [cached];
  const parts = JSON.parse(cached) as (string | number)[];
  return parts.map((part) => (typeof part === 'string' ? part : (spans[part] as Span)));
}
