/**
 * The parts of a paragraph in WordprocessingML, DrawingML or SpreadsheetML. Text has a style, and everything
 * else is an object that is copied, or a container around both, such as a link.
 */
import type { Place } from '../../../../markup/place.ts';
import { encodeXml } from '../../../../markup/xml-text.ts';

/** The formatting of a run, and how text is written with it. Styles with the same key look the same. */
export interface RunStyle {
  readonly key: string;
  write(text: string): string;
}

export interface StyledText {
  readonly text: string;
  readonly style: RunStyle;
}

/** Content that is copied instead of translated. A place of the part may contain changes: a text box is inside a paragraph. */
export type Copied = string | Place | StyledText;

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

/** Text without formatting. */
export function plainText(text: string, write: RunStyle['write'] = encodeXml): Piece[] {
  return [{ kind: 'text', text, style: { key: '', write } }];
}

/** Copies a piece with all its content. */
export function copyOf(piece: Piece): readonly Copied[] {
  if (piece.kind === 'text') return [piece];
  if (piece.kind === 'object') return piece.copied;
  return [...piece.open, ...piece.children.flatMap(copyOf), ...piece.close];
}

/** Whitespace this short has no visible style; longer whitespace is layout, such as a line to fill in. */
const shortWhitespace = 2;

/** Joins adjacent text of the same style, and adjacent objects. */
export function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isBlank = piece.kind === 'text' && piece.text.trim() === '';
    if (piece.kind === 'text' && piece.text === '') continue;
    if (isBlank && last?.kind === 'text' && piece.text.length <= shortWhitespace) {
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    } else if (isBlank && piece.text.length > shortWhitespace) {
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

/** Appends to the last object if there is one. Its list was created here, so it can be changed. */
function addObject(joined: Piece[], copied: readonly Copied[]): void {
  const last = joined.at(-1);
  if (last?.kind === 'object') for (const each of copied) (last.copied as Copied[]).push(each);
  else joined.push({ kind: 'object', copied: [...copied] });
}

function hasText(piece: Piece): boolean {
  if (piece.kind === 'text') return piece.text.trim() !== '';
  return piece.kind === 'container' && piece.children.some(hasText);
}
