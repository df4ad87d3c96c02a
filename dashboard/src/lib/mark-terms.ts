/** Finds the terms of a glossary in a text. */
import { escapePattern } from './escape-pattern.ts';

export interface Piece {
  readonly text: string;
  readonly isTerm: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

export const boundary = { before: '(?<![\\p{L}\\p{N}])', after: '(?![\\p{L}\\p{N}])' };

/** Scripts without spaces between words have no word boundaries to match. */
const withoutBlanks =
  /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;

/** Any run of whitespace matches any other, as on the server. */
export function wordsOf(term: string, flags: string): RegExp {
  const words = escapePattern(term.normalize()).replaceAll(/\s+/g, '\\s+');
  return new RegExp(withoutBlanks.test(term) ? words : boundary.before + words + boundary.after, flags);
}

/** `terms` has one item per application, in the order of the source text. */
export function markApplied(text: string, terms: readonly string[]): Piece[] {
  const ranges: Range[] = [];
  // Each term is looked for once, and each place is tried once: a term may be applied tens of thousands of times.
  const placesOf = new Map<string, Range[]>();
  const isTaken = new Uint8Array(text.length);
  for (const term of terms) {
    const places = placesOf.get(term) ?? placesIn(text, term);
    placesOf.set(term, places);
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      if (isTaken.subarray(place.start, place.end).includes(1)) continue;
      isTaken.fill(1, place.start, place.end);
      ranges.push(place);
      break;
    }
  }
  return cut(
    text,
    ranges.toSorted((a, b) => a.start - b.start),
  );
}

/** The last one first. */
function placesIn(text: string, term: string): Range[] {
  const matches = [...text.matchAll(wordsOf(term, 'giu'))];
  return matches.map((match) => ({ start: match.index, end: match.index + match[0].length })).toReversed();
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
