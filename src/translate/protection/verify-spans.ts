/** Checks that an engine's answer kept the spans of a unit. */
import { hasWords, isSpan, type Part, type Span } from './layout.ts';
import { placeholderPattern, placeholderSign, trimAddress } from './placeholder-patterns.ts';

/**
 * Requires every span exactly once and nowhere spelled out, every tag inside the same pair as in the source, and words in a pair if
 * and only if it had words. Placeholders and terms may move, even across tags.
 */
export function keepsSpans(source: readonly Part[], translated: readonly Part[]): boolean {
  const spans = translated.filter(isSpan);
  if (spans.length !== source.filter(isSpan).length || new Set(spans).size !== spans.length) return false;
  if (!hasWords(translated) && hasWords(source)) return false;
  if (spellsOutSpan(source, translated)) return false;
  if (!source.some(isTag)) return true;
  const before = nesting(source);
  const after = nesting(translated);
  if (before === undefined || after === undefined || !sameMarks(before, after)) return false;
  return [...before].every(([span, { parent, isEmpty }]) => {
    const now = after.get(span);
    return now !== undefined && now.parent === parent && now.isEmpty === isEmpty;
  });
}

/** An engine that was told the context may write a placeholder in full, beside the token that stands for it. */
function spellsOutSpan(source: readonly Part[], translated: readonly Part[]): boolean {
  const written = placeholdersIn(translated);
  if (written.size === 0) return false;
  const inWords = placeholdersIn(source);
  return source.some(
    (part) =>
      isSpan(part) &&
      typeof part.replacement === 'string' &&
      written.has(part.replacement) &&
      !inWords.has(part.replacement),
  );
}

/** Those that stand in words, not in spans. */
function placeholdersIn(parts: readonly Part[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const part of parts) {
    if (isSpan(part) || !placeholderSign.test(part)) continue;
    for (const [match] of part.matchAll(placeholderPattern)) found.add(trimAddress(match));
  }
  return found;
}

function isTag(part: Part): boolean {
  return isSpan(part) && part.kind !== 'word';
}

/** Marks must keep their order, because the words that they belong to are unknown. */
function sameMarks(before: ReadonlyMap<Span, Place>, after: ReadonlyMap<Span, Place>): boolean {
  const marksAfter = [...after.keys()].filter(({ kind }) => kind === 'mark').values();
  return [...before.keys()].every((span) => span.kind !== 'mark' || marksAfter.next().value === span);
}

interface Place {
  /** The number of the enclosing pair. */
  readonly parent: number | undefined;
  /** For a pair: whether there are no words between its halves. */
  isEmpty: boolean;
}

/** The place of each tag; undefined if the pairs are not properly nested. */
function nesting(parts: readonly Part[]): Map<Span, Place> | undefined {
  const places = new Map<Span, Place>();
  const open: { pair: number | undefined; place: Place }[] = [];
  const fill = () => {
    const innermost = open.at(-1);
    if (innermost !== undefined) innermost.place.isEmpty = false;
  };
  for (const part of parts) {
    if (!isSpan(part)) {
      if (hasWords([part])) fill();
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
