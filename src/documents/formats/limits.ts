/** How large a document may be. What goes past a limit is refused before it costs anybody more than a moment. */
import { DocumentFault } from './format.ts';

export const documentLimits = {
  /** A book of 500 pages; a call of the API has a tenth of it. */
  maxCharacters: 1_000_000,
  /** Texts of ten characters each: a file with more is made of crumbs, each of which costs an engine a sentence. */
  maxUnits: 100_000,
  /** Code units of one text as it is written: half of what one call may carry. */
  maxUnitLength: 50_000,
  /** Tags, attributes, entities and comments of one text: half of what one call may carry. */
  maxUnitMarkup: 5_000,
  /** Signs that open a tag, in a file of markup. */
  maxTags: 300_000,
  /** Elements inside one another, in XML. Real files have some thirty. */
  maxDepth: 256,
} as const;

/** Counts what a file has, and stops reading as soon as it is too much. */
export class DocumentSize {
  #units = 0;
  #characters = 0;

  add(characters: number): void {
    this.#units++;
    this.#characters += characters;
    if (this.#units > documentLimits.maxUnits) throw tooManyUnits();
    if (this.#characters > documentLimits.maxCharacters) throw tooManyCharacters();
  }
}

export function tooManyUnits(): DocumentFault {
  return new DocumentFault(
    `The document has more than ${documentLimits.maxUnits} separate texts. Divide it into several documents.`,
  );
}

export function tooManyCharacters(): DocumentFault {
  return new DocumentFault(
    `The document has more than ${documentLimits.maxCharacters} characters. Divide it into several documents.`,
  );
}

export function tooManyTags(limit: number = documentLimits.maxTags): DocumentFault {
  return new DocumentFault(`The document has more than ${limit} tags. Divide it into several documents.`);
}

/** Whether a sign, given by its number, stands in a text more than `limit` times; looks no further than that. */
export function hasMoreThan(limit: number, sign: number, text: string): boolean {
  const wanted = String.fromCharCode(sign);
  let count = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (++count > limit) return true;
  }
  return false;
}

/** `<`, for `hasMoreThan`. */
export const tagSign = 0x3c;

/** Of a file that is text from end to end: as much as a million characters can take, twice. */
const maxTextFileBytes = 8 * 1024 * 1024;
/** Of such a file. */
const maxLines = 500_000;

/**
 * Refuses a text file that is too large, by its bytes, before anything is made of them: by its characters, blanks
 * aside, and by its lines with and without words. Of UTF-16 and of Windows-1252 it counts too few characters.
 */
export function checkTextSize(file: Uint8Array, maxCharacters: number = documentLimits.maxCharacters): void {
  if (file.length > maxTextFileBytes) {
    throw new DocumentFault(
      `A text file may have ${maxTextFileBytes} bytes. Divide it into several documents.`,
    );
  }
  let characters = 0;
  let lines = 0;
  let fullLines = 0;
  let isEmpty = true;
  for (let i = 0; i < file.length; i++) {
    const byte = file[i] ?? 0;
    if (byte === 0x0a || byte === 0x0d) {
      isEmpty = true;
      if (++lines > maxLines) throw tooManyLines(maxLines, 'lines');
    } else if (byte > 0x20 && !isContinuation(byte)) {
      if (++characters > maxCharacters) throw tooManyCharacters();
      if (isEmpty && ++fullLines > documentLimits.maxUnits) {
        throw tooManyLines(documentLimits.maxUnits, 'lines that are not empty');
      }
      isEmpty = false;
    }
  }
}

/** A byte of a character in UTF-8 that is not its first. */
function isContinuation(byte: number): boolean {
  return byte >> 6 === 2;
}

function tooManyLines(limit: number, lines: string): DocumentFault {
  return new DocumentFault(`The document has more than ${limit} ${lines}. Divide it into several documents.`);
}
