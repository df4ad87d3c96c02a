/**
 * Arrays in the binary form of Postgres' protocol, for statements that write many rows often: Postgres reads them much faster than
 * text, which it takes apart letter by letter. `pg` sends a buffer as a binary parameter.
 */

type Text = string | undefined;
type Whole = number | undefined;

const oids = { uuid: 2950, text: 25, smallint: 21, integer: 23 } as const;

/** Dimensions, whether there may be nulls, type, length, lower bound. */
const headerBytes = 20;
const lengthBytes = 4;
/** In place of the length of an element. */
const nullLength = -1;
const uuidBytes = 16;

function begin(type: keyof typeof oids, count: number, dataBytes: number): Buffer {
  const array = Buffer.allocUnsafe(headerBytes + dataBytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(1, 4);
  array.writeInt32BE(oids[type], 8);
  array.writeInt32BE(count, 12);
  array.writeInt32BE(1, 16);
  return array;
}

/** Each value has the usual form, with hyphens. */
export function uuidArray(values: readonly Text[]): Buffer {
  const array = begin('uuid', values.length, values.length * (lengthBytes + uuidBytes));
  let at = headerBytes;
  for (const value of values) {
    at = array.writeInt32BE(value === undefined ? nullLength : uuidBytes, at);
    if (value !== undefined) at = writeUuid(array, value, at);
  }
  return array.subarray(0, at);
}

const notHex = 0x80;
const hexValues = new Uint8Array(128).fill(notHex);
for (let digit = 0; digit < 16; digit++) hexValues[digit.toString(16).charCodeAt(0)] = digit;
/** Where the two digits of each byte begin. */
const digitsAt = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);

/** By hand: writing hexadecimal text with `Buffer` first needs the text without its hyphens. */
function writeUuid(array: Buffer, value: string, start: number): number {
  let at = start;
  let seen = 0;
  for (let i = 0; i < uuidBytes; i++) {
    const digits = digitsAt[i] ?? 0;
    const high = hexValues[value.charCodeAt(digits)] ?? notHex;
    const low = hexValues[value.charCodeAt(digits + 1)] ?? notHex;
    seen |= high | low;
    array[at++] = (high << 4) | low;
  }
  if (value.length !== 36 || seen >= notHex) throw new TypeError('not a UUID in lower case');
  return at;
}

export function integerArray(values: readonly Whole[]): Buffer {
  return numberArray('integer', values, 4, (array, value, at) => array.writeInt32BE(value, at));
}

export function smallintArray(values: readonly Whole[]): Buffer {
  return numberArray('smallint', values, 2, (array, value, at) => array.writeInt16BE(value, at));
}

function numberArray(
  type: 'integer' | 'smallint',
  values: readonly Whole[],
  bytes: number,
  write: (array: Buffer, value: number, at: number) => number,
): Buffer {
  const array = begin(type, values.length, values.length * (lengthBytes + bytes));
  let at = headerBytes;
  for (const value of values) {
    at = array.writeInt32BE(value === undefined ? nullLength : bytes, at);
    if (value !== undefined) at = write(array, value, at);
  }
  return array.subarray(0, at);
}

interface Run {
  readonly element: Buffer;
  count: number;
}

/** Neighbours are often equal: the kind, the mode and the languages of the calls of a batch. They are written at once. */
export function textArray(values: readonly Text[]): Buffer {
  const runs: Run[] = [];
  let last: Text;
  let run: Run | undefined;
  let dataBytes = 0;
  for (const value of values) {
    if (run === undefined || value !== last) {
      last = value;
      run = { element: textElement(value), count: 0 };
      runs.push(run);
    }
    run.count++;
    dataBytes += run.element.length;
  }
  const array = begin('text', values.length, dataBytes);
  let at = headerBytes;
  for (const { element, count } of runs) {
    const end = at + element.length * count;
    array.fill(element, at, end);
    at = end;
  }
  return array;
}

function textElement(value: Text): Buffer {
  const bytes = value === undefined ? 0 : Buffer.byteLength(value);
  const element = Buffer.allocUnsafe(lengthBytes + bytes);
  element.writeInt32BE(value === undefined ? nullLength : bytes, 0);
  if (value !== undefined) element.write(value, lengthBytes);
  return element;
}
