/** The pieces of a paragraph, or of a container in it, while they are read. A field whose result is read is a container. */
import { type Copied, copyOf, type Piece } from './inline-pieces.ts';
import type { Field, FieldMark, FieldNesting } from './word-fields.ts';

interface OpenField {
  readonly field: Field;
  /** Where its first piece is. */
  readonly from: number;
  /** Where its result starts; undefined before that. */
  resultFrom?: number;
}

/** Fields in fields are not bounded by the depth of elements. Real ones are two or three deep; deeper ones are loose objects. */
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

  /** `marks` are the parts of fields that the object consists of. */
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

  /** `last` is the piece that ends the field. A field without result, or all in one run, is objects and nothing else. */
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
