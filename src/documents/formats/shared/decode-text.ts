/**
 * Decodes bytes and encodes text in the encoding of the file. Decoded text can be encoded again byte for
 * byte; a file for which this is not guaranteed is refused.
 */
import { InvalidDocumentError } from '../format.ts';

export interface DecodedText {
  /** Without a byte-order mark. */
  readonly text: string;
  readonly encoding: TextEncoding;
}

export interface TextEncoding {
  /** The WHATWG name. */
  readonly name: string;
  /** Whether the file begins with a byte-order mark, which is written again. */
  readonly hasMark: boolean;
  /** `otherwise` replaces a character that the encoding lacks; without it, the result is undefined. */
  encode(text: string, otherwise?: (character: string) => string): Uint8Array | undefined;
}

/**
 * The encoding is decided by, in this order: a byte-order mark; the declaration in the file (`declared`, any
 * name that browsers know); UTF-8 if the file is valid; otherwise Windows-1252, in which every file is valid.
 */
export function decodeText(file: Uint8Array, declared?: string): DecodedText {
  const marked = markOf(file);
  if (marked !== undefined) return marked;
  // Checked before decoding, so that a binary file is refused at once.
  if (file.includes(0)) throw notText();
  return declared === undefined ? guess(file) : decodeAs(file, nameOf(declared), false);
}

function notText(): InvalidDocumentError {
  return new InvalidDocumentError(
    'The document is not a text file: it has NUL characters. If it is UTF-16, save it with a byte-order mark.',
  );
}

/** For formats without escapes: falls back to UTF-8 with a mark if the encoding lacks a character. */
export function encodeOrWiden(encoding: TextEncoding, text: string): Uint8Array {
  return encoding.encode(text) ?? unicode('utf-8', true).encode(text) ?? new Uint8Array();
}

const byteOrderMarks: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

function markOf(file: Uint8Array): DecodedText | undefined {
  for (const [name, bytes] of byteOrderMarks) {
    if (bytes.every((byte, i) => file[i] === byte)) {
      return decodeAs(file.subarray(bytes.length), name, true);
    }
  }
  return undefined;
}

function guess(file: Uint8Array): DecodedText {
  const text = read(file, 'utf-8');
  return text === undefined
    ? decodeAs(file, 'windows-1252', false)
    : { text, encoding: unicode('utf-8', false) };
}

function nameOf(label: string): string {
  try {
    const { encoding } = new TextDecoder(label.trim());
    // As in browsers: a file whose declaration can be read as ASCII is not UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    throw new InvalidDocumentError('The document declares an unknown encoding. Save it as UTF-8.');
  }
}

/** `name` is a WHATWG name. */
export function decodeAs(file: Uint8Array, name: string, hasMark: boolean): DecodedText {
  const encoding = name.startsWith('utf-') ? unicode(name, hasMark) : singleByte(name);
  const text = read(file, name);
  // The UTF-16BE decoder accepts unpaired surrogates.
  if (text === undefined || (name === 'utf-16be' && !text.isWellFormed())) {
    throw new InvalidDocumentError(`The document is not valid ${name.toUpperCase()}. Save it as UTF-8.`);
  }
  if (text.includes('\0')) throw notText();
  return { text, encoding };
}

function read(file: Uint8Array, name: string): string | undefined {
  try {
    return new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(file);
  } catch {
    return undefined;
  }
}

function unicode(name: string, hasMark: boolean): TextEncoding {
  return {
    name,
    hasMark,
    encode(text) {
      const marked = hasMark ? `\ufeff${text}` : text;
      if (name === 'utf-8') return new TextEncoder().encode(marked);
      const bytes = Buffer.from(marked, 'utf16le');
      return name === 'utf-16be' ? bytes.swap16() : bytes;
    },
  };
}

const byteTables = new Map<string, ReadonlyMap<number, number>>();

/** The byte of each character. Node decodes many legacy encodings but encodes none of them. */
function tableOf(name: string): ReadonlyMap<number, number> {
  const known = byteTables.get(name);
  if (known !== undefined) return known;
  const characters = Array.from(new TextDecoder(name).decode(Uint8Array.from({ length: 256 }, (_, i) => i)));
  // Multi-byte encodings, and encodings with escape sequences that change the meaning of later bytes.
  if (characters.length !== 256 || characters[0x1b] !== '\x1b') {
    throw new InvalidDocumentError(
      `The encoding ${name} of the document is not supported. Save it as UTF-8.`,
    );
  }
  const table = new Map(
    characters.flatMap((character, byte) =>
      character === '\ufffd' ? [] : [[character.charCodeAt(0), byte]],
    ),
  );
  byteTables.set(name, table);
  return table;
}

function singleByte(name: string): TextEncoding {
  const table = tableOf(name);
  return {
    name,
    hasMark: false,
    encode(text, otherwise) {
      const fitting =
        otherwise === undefined
          ? text
          : text.replaceAll(/[^\0-\x7f]/gu, (character) =>
              table.has(character.codePointAt(0) ?? 0) ? character : otherwise(character),
            );
      const bytes = new Uint8Array(fitting.length);
      for (let i = 0; i < fitting.length; i++) {
        const byte = table.get(fitting.charCodeAt(i));
        if (byte === undefined) return undefined;
        bytes[i] = byte;
      }
      return bytes;
    },
  };
}

const largeFile = 8 * 1024 * 1024;
const startLength = 4 * 1024 * 1024;

/**
 * The start of a large file; undefined for a small one. It ends between two characters of UTF-8 and of
 * single-byte encodings. Also undefined for UTF-16, where single bytes do not show a character boundary.
 */
export function startOf(file: Uint8Array): Uint8Array | undefined {
  if (file.length < largeFile || (file[0] ?? 0) >= 0xfe || file[0] === 0 || file[1] === 0) return undefined;
  let end = startLength;
  while (end > 0 && (file[end] ?? 0) >> 6 === 2) end--;
  return file.subarray(0, end);
}
