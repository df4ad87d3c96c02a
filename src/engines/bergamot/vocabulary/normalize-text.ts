/**
 * Normalises a text as SentencePiece does before it divides it into pieces: characters are replaced by the rules of
 * the vocabulary, runs of spaces become one `▁`, and one more stands before the text.
 */

const space = 0x20;
/** `▁`, which stands for a space. */
const escapedSpace = [0xe2, 0x96, 0x81];

/**
 * The rules are a double-array trie (the format of Darts-clone) from byte sequences to positions in a list of
 * replacements, each of which ends with a zero.
 */
export class CharacterMap {
  readonly #units: DataView;
  readonly #replacements: Uint8Array;

  constructor(map: Uint8Array) {
    const view = new DataView(map.buffer, map.byteOffset, map.byteLength);
    const size = map.length < 4 ? 0 : view.getUint32(0, true);
    this.#units = new DataView(map.buffer, map.byteOffset + Math.min(4, map.length), size);
    this.#replacements = map.subarray(4 + size);
  }

  /** The longest rule that applies at a position. */
  find(bytes: Uint8Array, at: number): { length: number; replacement: Uint8Array } | undefined {
    if (this.#units.byteLength === 0) return undefined;
    let found: { length: number; replacement: Uint8Array } | undefined;
    let node = offsetOf(this.#unit(0));
    for (let i = at; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      node ^= byte;
      const unit = this.#unit(node);
      if ((unit & 0x800000ff) !== byte) break;
      node ^= offsetOf(unit);
      if ((unit & 0x100) !== 0) {
        const start = this.#unit(node) & 0x7fffffff;
        const replacement = this.#replacements.subarray(start, this.#replacements.indexOf(0, start));
        found = { length: i + 1 - at, replacement };
      }
    }
    return found;
  }

  #unit(index: number): number {
    return 4 * index + 4 <= this.#units.byteLength ? this.#units.getInt32(4 * index, true) : 0;
  }
}

function offsetOf(unit: number): number {
  return (unit >>> 10) << ((unit & 0x200) >>> 6);
}

export function normalizeText(text: string, map: CharacterMap): string {
  const bytes = new TextEncoder().encode(text);
  const output: number[] = [];
  // One space stands before the text, so that spaces at its start are dropped.
  output.push(...escapedSpace);
  let isAfterSpace = true;
  for (let at = 0; at < bytes.length; ) {
    const rule = map.find(bytes, at);
    const length = rule?.length ?? lengthOfCharacter(bytes[at] ?? 0);
    for (const byte of rule?.replacement ?? bytes.subarray(at, at + length)) {
      if (byte !== space) output.push(byte);
      else if (!isAfterSpace) output.push(...escapedSpace);
      isAfterSpace = byte === space;
    }
    at += length;
  }
  // Also those that the text itself contains.
  while (escapedSpace.every((byte, i) => output.at(i - escapedSpace.length) === byte))
    output.length -= escapedSpace.length;
  return new TextDecoder().decode(Uint8Array.from(output));
}

function lengthOfCharacter(firstByte: number): number {
  if (firstByte < 0x80) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}
