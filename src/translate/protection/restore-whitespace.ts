/**
 * Puts the blanks around spans back as they were. Engines take a token for a word or for nothing at all, and add or
 * drop a space beside it; where the same things stand side by side as in the source, they stand as far apart.
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
    const left = sides(before.words[place] ?? '', words[i] ?? '', 'end');
    const right = sides(before.words[place + 1] ?? '', words[i + 1] ?? '', 'start');
    const [leftSpace, rightSpace] = whitespaceAround(span, left, right);
    words[i] = left.rest + leftSpace;
    words[i + 1] = rightSpace + right.rest;
  }
  return joinParts(after);
}

/** `words[i]` stands before `spans[i]`, and one more behind the last. */
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

/** One side of a span: the blank there and the character beyond it, before and after. */
interface Side {
  readonly blank: string;
  readonly neighbour: string;
  readonly newBlank: string;
  readonly newNeighbour: string;
  /** The new words on this side without the blank. */
  readonly rest: string;
}

function sides(words: string, newWords: string, near: 'start' | 'end'): Side {
  const trim = (text: string) => (near === 'end' ? text.trimEnd() : text.trimStart());
  const blankOf = (text: string, rest: string) =>
    near === 'end' ? text.slice(rest.length) : text.slice(0, text.length - rest.length);
  const beside = (rest: string) => (near === 'end' ? rest.at(-1) : rest.at(0)) ?? '';
  const [oldRest, rest] = [trim(words), trim(newWords)];
  return {
    blank: blankOf(words, oldRest),
    neighbour: beside(oldRest),
    newBlank: blankOf(newWords, rest),
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
  return [settle(left), settle(right)];
}

/** A blank that slipped through a tag goes back to the side that it came from. */
function whitespaceOfTag(outer: Side, inner: Side): [outer: string, inner: string] {
  if (inner.blank === '' && inner.newBlank !== '' && inner.newNeighbour !== '') {
    return [settle(outer) || (outer.blank && inner.newBlank), ''];
  }
  if (outer.blank === '' && outer.newBlank !== '' && inner.newBlank === '' && inner.blank !== '') {
    return ['', outer.newBlank];
  }
  return [settle(outer), settle(inner)];
}

function settle({ blank, neighbour, newBlank, newNeighbour }: Side): string {
  if (blank === newBlank || classOf(neighbour) !== classOf(newNeighbour)) return newBlank;
  // A space too few between words, or another kind of blank, such as a line break that became a space.
  if (blank !== '') return blank;
  // A space too many is one only if it is sure what stood there: the words themselves have changed.
  return neighbour === newNeighbour ? '' : newBlank;
}

const wordCharacter = /[\p{L}\p{N}]/u;

/** No neighbour is another span, or the end of the text. */
function classOf(neighbour: string): string {
  if (neighbour === '') return 'none';
  return wordCharacter.test(neighbour) ? 'word' : 'sign';
}
