/** Collects the pieces of a paragraph or container. A field with a translated result becomes a container. */
import { type Copied, copyOf, type Piece } from '../shared/ooxml/inline-pieces.ts';
import type { Field, FieldMark, FieldNesting } from './word-fields.ts';

interface OpenField {
  readonly field: Field;
  /** Index of its first piece. */
  readonly from: number;
  /** Index of the first piece of its result; undefined until the result begins. */
  resultFrom?: number;
}

/**
 * The limit of element depth does not apply to nested fields. Real fields nest two or three deep; those
 * beyond this limit stay separate objects.
 */
const deepestField = 32;

export class Line {
  readonly #fields: FieldNesting;
  readonly #pieces: Piece[] = [];
  /** Fields that began in this line. */
  readonly #open: OpenField[] = [];

  constructor(fields: FieldNesting) {
    this.#fields = fields;
  }

  get isRead(): boolean {
    return this.#fields.isRead;
  }

  add(piece: Piece): void {
    this.#pieces.push(piece);
  }

  /** `marks` are the field marks in the object. */
  addObject(copied: readonly Copied[], marks: readonly FieldMark[] = []): void {
    const from = this.#pieces.push({ kind: 'object', copied }) - 1;
    for (const mark of marks) {
      const field = this.#fields.mark(mark);
      if (field === undefined) continue;
      const open = this.#open.at(-1);
      if (mark === 'begin') this.#open.push({ field, from });
      else if (mark === 'separate' && open?.field === field) open.resultFrom = from + 1;
      else if (mark === 'end' && open?.field === field) this.#close(this.#open.pop() as OpenField, from);
    }
  }

  finish(): readonly Piece[] {
    return this.#pieces;
  }

  /** `last` is the piece that ends the field. A field without a result, or in one run, stays as objects. */
  #close({ from, resultFrom }: OpenField, last: number): void {
    if (resultFrom === undefined || resultFrom >= last || this.#open.length >= deepestField) return;
    const pieces = this.#pieces;
    const container: Piece = {
      kind: 'container',
      open: pieces.slice(from, resultFrom).flatMap(copyOf),
      children: pieces.slice(resultFrom, last),
      close: pieces.slice(last).flatMap(copyOf),
    };
    pieces.splice(from, pieces.length - from, container);
  }
}
