/**
 * Units as the cache keeps them. One without spans is its text. One with spans goes under a name that no text can have,
 * because texts with a NUL are refused; it says where which kinds of spans stand, not what they are.
 */
import { isSpan, type Part, type Span } from './layout.ts';

export function cacheNameOf(parts: readonly Part[]): string {
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
