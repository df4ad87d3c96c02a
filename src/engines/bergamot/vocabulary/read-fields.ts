/** Reads the fields of a message in the wire format of protocol buffers. */

export interface Field {
  readonly number: number;
  /** A number for wire types 0, 1 and 5, of which the last two are read as floats; bytes for type 2. */
  readonly value: number | Uint8Array;
}

export function* readFields(message: Uint8Array): Generator<Field> {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  let at = 0;
  const readVarint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = view.getUint8(at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = readVarint();
    const number = Math.floor(key / 8);
    switch (key % 8) {
      case 0:
        yield { number, value: readVarint() };
        break;
      case 1:
        yield { number, value: view.getFloat64(at, true) };
        at += 8;
        break;
      case 2: {
        const length = readVarint();
        yield { number, value: message.subarray(at, at + length) };
        at += length;
        break;
      }
      case 5:
        yield { number, value: view.getFloat32(at, true) };
        at += 4;
        break;
      default:
        throw new Error(`the wire type ${key % 8} is not supported`);
    }
  }
}
