/** Whether what an engine made of a unit is whole. */
import { isSpan, type Part, type Span } from './layout.ts';

/**
 * Every span exactly once; every pair around words if it was, and inside the same pair as before. Placeholders and
 * terms may have moved, across tags as well.
 */
export function isWhole(source: readonly Part[], translated: readonly Part[]): boolean {
  const spans = translated.filter(isSpan);
  if (spans.length !== source.filter(isSpan).length || new Set(spans).size !== spans.length) return false;
  if (!hasWords(translated) && hasWords(source)) return false;
  if (!source.some(isTag)) return true;
  const before = nesting(source);
  const after = nesting(translated);
  if (before === undefined || after === undefined || !sameMarks(before, after)) return false;
  return [...before].every(([span, { parent, isEmpty }]) => {
    const now = after.get(span);
    return now !== undefined && now.parent === parent && now.isEmpty === isEmpty;
  });
}

const word = /[\p{L}\p{N}]/u;

/** Whether there is anything to translate. */
export function hasWords(parts: readonly Part[]): boolean {
  return parts.some((part) => !isSpan(part) && word.test(part));
}

function isTag(part: Part): boolean {
  return isSpan(part) && part.kind !== 'word';
}

/** Nobody knows what a mark belongs to, so they stay in their order. */
function sameMarks(before: ReadonlyMap<Span, Place>, after: ReadonlyMap<Span, Place>): boolean {
  const marksAfter = [...after.keys()].filter(({ kind }) => kind === 'mark').values();
  return [...before.keys()].every((span) => span.kind !== 'mark' || marksAfter.next().value === span);
}

interface Place {
  /** The number of the pair that it stands in. */
  readonly parent: number | undefined;
  /** Of a pair: whether there is nothing to read between its halves. */
  isEmpty: boolean;
}

/** Where each tag stands; undefined when the pairs are not nested as pairs are. */
function nesting(parts: readonly Part[]): Map<Span, Place> | undefined {
  const places = new Map<Span, Place>();
  const open: { pair: number | undefined; place: Place }[] = [];
  const fill = () => {
    const innermost = open.at(-1);
    if (innermost !== undefined) innermost.place.isEmpty = false;
  };
  for (const part of parts) {
    if (!isSpan(part)) {
      if (word.test(part)) fill();
    } else if (part.kind === 'word') {
      fill();
    } else if (part.kind === 'close') {
      const closed = open.pop();
      if (closed === undefined || closed.pair !== part.pair) return undefined;
      if (!closed.place.isEmpty) fill();
    } else {
      const place = { parent: open.at(-1)?.pair, isEmpty: true };
      places.set(part, place);
      if (part.kind === 'open') open.push({ pair: part.pair, place });
    }
  }
  return open.length === 0 ? places : undefined;
}
