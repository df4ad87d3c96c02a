/**
 * Fields: stretches that Word fills in by itself. What it computes anew (a page number, a reference, a date) is copied
 * with its last result; what is text by nature is translated.
 */

/** Fields whose result is text: of links, directories, form fields and quotations. */
const readFields = new Set(['HYPERLINK', 'TOC', 'TOA', 'INDEX', 'FORMTEXT', 'QUOTE', 'IF']);

export function isReadField(instruction: string): boolean {
  return readFields.has((/^\s*(\w+)/.exec(instruction)?.[1] ?? '').toUpperCase());
}

/** A part of a field, as a run has it. */
export type FieldMark = 'begin' | 'separate' | 'end' | { readonly instruction: string };

export interface Field {
  instruction: string;
  isInResult: boolean;
  /** Whether its result is text; not before it is in it. */
  isRead: boolean;
}

/** The fields around a place, the innermost last. */
export class FieldNesting {
  readonly #open: Field[] = [];
  #unread = 0;

  /** The field that the mark belongs to. */
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

  /** Whether text that stands here is translated. */
  get isRead(): boolean {
    return this.#unread === 0;
  }
}
