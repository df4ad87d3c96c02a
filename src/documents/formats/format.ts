/**
 * The interface of all file formats: a format extracts the texts to translate, and assembles the file with
 * their translations. Formats are synchronous and do no I/O, so that they can run on their own thread.
 */

/** How a format writes its units, in the terms of `tag_handling`: as plain text, HTML or XML. */
export type UnitMarkup = 'none' | 'html' | 'xml';

export interface DocumentFormat {
  /** The main extension: `docx`. */
  readonly id: string;
  /** All extensions, in lower case and without a dot. */
  readonly extensions: readonly string[];
  readonly contentType: string;
  readonly markup: UnitMarkup;
  /** Throws `InvalidDocumentError` for a file that cannot or must not be read. */
  open(file: Uint8Array): OpenDocument;
}

export interface OpenDocument {
  /** In reading order. A sentence that formatting splits is one unit, with tags at the splits. */
  readonly units: readonly DocumentUnit[];
  /** Returns the file with one translation in place of each unit. `target` is a BCP-47 tag. */
  assemble(translations: readonly string[], target: string): Uint8Array;
}

export interface DocumentUnit {
  /** For the translator, in the format's markup. Its inline tags must all come back. */
  readonly text: string;
  /** What it costs: the code points of the visible text, without tags, an entity counted as one. */
  readonly characters: number;
}

/** The file is refused. The message is for the caller, and says how to fix the file if that is possible. */
export class InvalidDocumentError extends Error {
  override readonly name = 'InvalidDocumentError';
}
