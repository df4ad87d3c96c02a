/** Size limits of documents. A file that exceeds a limit is refused before it costs noticeable time. */
import { maxAttributes } from '../../../markup/place.ts';
import { InvalidDocumentError } from '../format.ts';

export const documentLimits = {
  /** A book of 500 pages; an API call may have a tenth of it. */
  maxCharacters: 1_000_000,
  /** Texts of ten characters each. A file with more has tiny fragments, each a sentence to an engine. */
  maxUnits: 100_000,
  /** Code units of one text as written: half of what one call may have. */
  maxUnitLength: 50_000,
  /** Tags, attributes, entities and comments of one text: half of what one call may have. */
  maxUnitMarkup: 5_000,
  /** `<` characters in a markup file. */
  maxTags: 300_000,
} as const;

/** Counts units and characters, and throws as soon as a limit is exceeded. */
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

export function tooManyUnits(): InvalidDocumentError {
  return new InvalidDocumentError(
    `The document has more than ${documentLimits.maxUnits} separate texts. Split it into several documents.`,
  );
}

export function tooManyCharacters(): InvalidDocumentError {
  return new InvalidDocumentError(
    `The document has more than ${documentLimits.maxCharacters} characters. Split it into several documents.`,
  );
}

export function tooManyTags(): InvalidDocumentError {
  return new InvalidDocumentError(
    `The document has more than ${documentLimits.maxTags} tags. Split it into several documents.`,
  );
}

export function tooManyAttributes(): InvalidDocumentError {
  return new InvalidDocumentError(`A tag of the document has more than ${maxAttributes} attributes.`);
}

/** Whether a character, given by its code, occurs more than `limit` times; stops counting there. */
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

/** Of a plain-text file: twice what a million characters can take. */
const maxTextFileBytes = 8 * 1024 * 1024;
/** Of a plain-text file. */
const maxLines = 500_000;

/**
 * Refuses a text file that is too large before it is decoded: by its bytes, its characters without
 * whitespace, its lines, and its non-empty lines. Undercounts the characters of UTF-16 and Windows-1252.
 */
export function checkTextSize(file: Uint8Array, maxCharacters: number = documentLimits.maxCharacters): void {
  if (file.length > maxTextFileBytes) {
    throw new InvalidDocumentError(
      `The file is larger than ${maxTextFileBytes / 1024 / 1024} MiB. Split it into several documents.`,
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

/** A byte of a UTF-8 character that is not its first. */
function isContinuation(byte: number): boolean {
  return byte >> 6 === 2;
}

function tooManyLines(limit: number, lines: string): InvalidDocumentError {
  return new InvalidDocumentError(
    `The document has more than ${limit} ${lines}. Split it into several documents.`,
  );
}
