/**
 * What every kind of file has in common: it is taken apart into the texts that are translated, and put together again
 * with their translations. All of it is computing alone, without waiting, so that it can run on a thread of its own.
 */

/** How the units of a format are written, in the words of `tag_handling`: as plain text, HTML or XML. */
export type UnitMarkup = 'none' | 'html' | 'xml';

export interface DocumentFormat {
  /** The extension that names it: `docx`. */
  readonly id: string;
  /** All extensions that mean it, in small letters and without a dot. */
  readonly extensions: readonly string[];
  readonly contentType: string;
  readonly markup: UnitMarkup;
  /** Takes a file apart. Throws `DocumentFault` for what can't or mustn't be read. */
  open(file: Uint8Array): OpenDocument;
}

export interface OpenDocument {
  /** In the order of reading. A sentence that formatting cuts apart is one unit, with tags where the cuts are. */
  readonly units: readonly DocumentUnit[];
  /** The same file with the translations in place, one for each unit. `target` is a BCP-47 tag. */
  assemble(translations: readonly string[], target: string): Uint8Array;
}

export interface DocumentUnit {
  /** As it goes to the translator, written in the format's markup, with inline tags that must all come back. */
  readonly text: string;
  /** What it costs: the code points of what a reader reads, without tags, entities counted as one. */
  readonly characters: number;
}

/** A file that is refused; the message is for the caller, and says what to do where something can be done. */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';
}
