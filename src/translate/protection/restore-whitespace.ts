/**
 * Restores the whitespace around spans. Engines take a token for a word or ignore it, and add or drop a space
 * beside it. A span with the same kind of neighbour as in the source gets the same whitespace.
 */
import { isSpan, type Part, type Span } from './layout.ts';

export function restoreWhitespace(source: readonly Part[], translated: readonly Part[]): Part[] {
  const before = withSpans(source);
  const after = withSpans(translated);
  const placeBefore = new Map(before.spans.map((span, i) => [span, i]));
  const { words } = after;
  for (const [i, span] of after.spans.entries()) {
    const place = placeBefore.get(span);
    if (place === undefined) continue;
    const left = sideOf(before.words[place] ?? '', words[i] ?? '', 'end');
    const right = sideOf(before.words[place + 1] ?? '', words[i + 1] ?? '', 'start');
    const [leftSpace, rightSpace] = whitespaceAround(span, left, right);
    words[i] = left.rest + leftSpace;
    words[i + 1] = rightSpace + right.rest;
  }
  return joinParts(after);
}

/** `words[i]` precedes `spans[i]`; the last words follow the last span. */
interface Alternating {
  readonly words: string[];
  readonly spans: Span[];
}

function withSpans(parts: readonly Part[]): Alternating {
  const words = [''];
  const spans: Span[] = [];
  for (const part of parts) {
    if (isSpan(part)) {
      spans.push(part);
      words.push('');
    } else {
      words[words.length - 1] += part;
    }
  }
  return { words, spans };
}

function joinParts({ words, spans }: Alternating): Part[] {
  const parts = words.flatMap((text, i): Part[] => {
    const span = spans[i];
    return span === undefined ? [text] : [text, span];
  });
  return parts.filter((part) => part !== '');
}

/** One side of a span: whitespace and next character, in the source and (`new…`) in the translation. */
interface Side {
  readonly whitespace: string;
  readonly neighbour: string;
  readonly newWhitespace: string;
  readonly newNeighbour: string;
  /** The translated words on this side without the whitespace. */
  readonly rest: string;
}

function sideOf(words: string, newWords: string, near: 'start' | 'end'): Side {
  const trim = (text: string) => (near === 'end' ? text.trimEnd() : text.trimStart());
  const whitespaceOf = (text: string, rest: string) =>
    near === 'end' ? text.slice(rest.length) : text.slice(0, text.length - rest.length);
  const beside = (rest: string) => (near === 'end' ? rest.at(-1) : rest.at(0)) ?? '';
  const [oldRest, rest] = [trim(words), trim(newWords)];
  return {
    whitespace: whitespaceOf(words, oldRest),
    neighbour: beside(oldRest),
    newWhitespace: whitespaceOf(newWords, rest),
    newNeighbour: beside(rest),
    rest,
  };
}

function whitespaceAround({ kind }: Span, left: Side, right: Side): [string, string] {
  if (kind === 'open') {
    const [outer, inner] = whitespaceOfTag(left, right);
    return [outer, inner];
  }
  if (kind === 'close') {
    const [outer, inner] = whitespaceOfTag(right, left);
    return [inner, outer];
  }
  return [chooseWhitespace(left), chooseWhitespace(right)];
}

/** Moves whitespace that crossed a tag back to its original side. */
function whitespaceOfTag(outer: Side, inner: Side): [outer: string, inner: string] {
  if (inner.whitespace === '' && inner.newWhitespace !== '' && inner.newNeighbour !== '') {
    return [chooseWhitespace(outer) || (outer.whitespace && inner.newWhitespace), ''];
  }
  if (
    outer.whitespace === '' &&
    outer.newWhitespace !== '' &&
    inner.newWhitespace === '' &&
    inner.whitespace !== ''
  ) {
    return ['', outer.newWhitespace];
  }
  return [chooseWhitespace(outer), chooseWhitespace(inner)];
}

function chooseWhitespace({ whitespace, neighbour, newWhitespace, newNeighbour }: Side): string {
  if (whitespace === newWhitespace || classOf(neighbour) !== classOf(newNeighbour)) return newWhitespace;
  // The engine dropped a space, or changed whitespace such as a line break to a space.
  if (whitespace !== '') return whitespace;
  // An added space is an error only if the neighbour is unchanged: a different neighbour may need the space.
  return neighbour === newNeighbour ? '' : newWhitespace;
}

const wordCharacter = /[\p{L}\p{N}]/u;

/** An empty neighbour is another span or the end of the text. */
function classOf(neighbour: string): string {
  if (neighbour === '') return 'none';
  return wordCharacter.test(neighbour) ? 'word' : 'sign';
}
