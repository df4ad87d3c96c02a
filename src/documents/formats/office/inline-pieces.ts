/**
 * What a paragraph is made of, in whichever of the three languages it is written. Text has a style, and everything
 * else is an object that is copied, or a container around both, such as a link.
 */

/** How a stretch of text looks, and how it is written. Styles with the same key look the same. */
export interface RunStyle {
  readonly key: string;
  write(text: string): string;
}

export interface StyledText {
  readonly text: string;
  readonly style: RunStyle;
}

/** A stretch of the part. There may be changes in it: a text box stands inside a paragraph. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What is written as it is. */
export type Copied = string | Stretch | StyledText;

export type Piece =
  | ({ readonly kind: 'text' } & StyledText)
  | { readonly kind: 'object'; readonly copied: readonly Copied[] }
  | Container;

export interface Container {
  readonly kind: 'container';
  readonly open: readonly Copied[];
  readonly close: readonly Copied[];
  readonly children: readonly Piece[];
}

/** What copies a piece with everything in it. */
export function copyOf(piece: Piece): readonly Copied[] {
  if (piece.kind === 'text') return [piece];
  if (piece.kind === 'object') return piece.copied;
  return [...piece.open, ...piece.children.flatMap(copyOf), ...piece.close];
}

/** Blanks this short have no look of their own; longer ones are somebody's layout, such as a line to fill in. */
const shortBlank = 2;

/** Joins what belongs together: text of one look, and objects that touch. */
export function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isBlank = piece.kind === 'text' && piece.text.trim() === '';
    if (piece.kind === 'text' && piece.text === '') continue;
    if (isBlank && last?.kind === 'text' && piece.text.length <= shortBlank) {
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    } else if (isBlank && piece.text.length > shortBlank) {
      addObject(joined, [piece]);
    } else if (piece.kind === 'text' && last?.kind === 'text' && last.text.trim() === '') {
      joined[joined.length - 1] = { ...piece, text: last.text + piece.text };
    } else if (piece.kind === 'text' && last?.kind === 'text' && last.style.key === piece.style.key) {
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    } else if (piece.kind === 'object') {
      addObject(joined, piece.copied);
    } else if (piece.kind === 'container' && !hasText(piece)) {
      addObject(joined, copyOf(piece));
    } else {
      joined.push(piece);
    }
  }
  return joined;
}

/** Adds to the last object where there is one; the list is this file's own then. */
function addObject(joined: Piece[], copied: readonly Copied[]): void {
  const last = joined.at(-1);
  if (last?.kind === 'object') for (const each of copied) (last.copied as Copied[]).push(each);
  else joined.push({ kind: 'object', copied: [...copied] });
}

function hasText(piece: Piece): boolean {
  if (piece.kind === 'text') return piece.text.trim() !== '';
  return piece.kind === 'container' && piece.children.some(hasText);
}
