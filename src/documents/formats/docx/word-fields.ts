/**
 * Fields: content that Word generates. A field that Word recomputes (a page number, a reference, a date) is
 * copied with its last result; a result that is text is translated.
 */

/** Fields whose result is text: links, tables of contents, indexes, form fields and quotations. */
const readFields = new Set(['HYPERLINK', 'TOC', 'TOA', 'INDEX', 'FORMTEXT', 'QUOTE', 'IF']);

export function isReadField(instruction: string): boolean {
  return readFields.has((/^\s*(\w+)/.exec(instruction)?.[1] ?? '').toUpperCase());
}

/** A part of a field, as it occurs in a run. */
export type FieldMark = 'begin' | 'separate' | 'end' | { readonly instruction: string };

export interface Field {
  instruction: string;
  isInResult: boolean;
  /** Whether its result is text; false until the result begins. */
  isRead: boolean;
}

/** The fields around the current position, the innermost last. */
export class FieldNesting {
  readonly #open: Field[] = [];
  #unread = 0;

  /** Returns the field that the mark belongs to. */
  mark(mark: FieldMark): Field | undefined {
    if (mark === 'begin') {
      this.#open.push({ instruction: '', isInResult: false, isRead: false });
      this.#unread++;
    }
    const field = this.#open.at(-1);
    if (field === undefined) return undefined;
    if (mark === 'end') {
      this.#open.pop();
      if (!field.isRead) this.#unread--;
    } else if (mark === 'separate' && !field.isInResult) {
      field.isInResult = true;
      field.isRead = isReadField(field.instruction);
      if (field.isRead) this.#unread--;
    } else if (typeof mark === 'object' && !field.isInResult) {
      field.instruction += mark.instruction;
    }
    return field;
  }

  /** Whether text at the current position is translated. */
  get isRead(): boolean {
    return this.#unread === 0;
  }
}
