/** Writes ZIP archives for tests: honest ones, and ones that lie wherever a test wants them to. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface TestEntry {
  readonly name: string;
  readonly content: string | Buffer;
  readonly isStored?: boolean;
  /** The sizes follow the data, as writers do that can't go back. */
  readonly sizesFollow?: boolean;
  /** What the directory says instead of the truth. */
  readonly claims?: { readonly expandedBytes?: number; readonly crc?: number; readonly start?: number };
  readonly flags?: number;
  readonly localName?: string;
  readonly method?: number;
}

export function writeZip(entries: readonly TestEntry[], comment = ''): Buffer {
  const pieces: Buffer[] = [];
  const records: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const data = entry.isStored ? content : deflateRawSync(content);
    const method = entry.method ?? (entry.isStored ? 0 : 8);
    const sizesFollow = entry.sizesFollow === true;
    const flags = (entry.flags ?? 0x0800) | (sizesFollow ? 8 : 0);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(entry.claims?.crc ?? crc32(content), 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt32LE(entry.claims?.expandedBytes ?? content.length, 8);
    const versionAndTime = (size: number) => {
      const buffer = Buffer.alloc(size);
      buffer.writeUInt16LE(20, 0);
      buffer.writeUInt16LE(flags, 2);
      buffer.writeUInt16LE(method, 4);
      buffer.writeUInt32LE(0x58a1_6b3d, 6);
      return buffer;
    };
    const localName = Buffer.from(entry.localName ?? entry.name);
    const name = Buffer.from(entry.name);
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      versionAndTime(10),
      sizesFollow ? Buffer.alloc(12) : sizes,
      lengths(localName.length, 0),
      localName,
      data,
      ...(sizesFollow ? [Buffer.from('PK\x07\x08'), sizes] : []),
    ]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(entry.claims?.start ?? at, 10);
    records.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02\x14\x00'),
        versionAndTime(10),
        sizes,
        lengths(name.length, 0),
        rest,
        name,
      ]),
    );
    pieces.push(local);
    at += local.length;
  }
  return Buffer.concat([...pieces, ...records, endRecord(entries.length, at, records, comment)]);
}

function lengths(name: number, extra: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt16LE(name, 0);
  buffer.writeUInt16LE(extra, 2);
  return buffer;
}

function endRecord(count: number, start: number, records: readonly Buffer[], comment: string): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count & 0xffff, 8);
  end.writeUInt16LE(count & 0xffff, 10);
  end.writeUInt32LE(
    records.reduce((sum, record) => sum + record.length, 0),
    12,
  );
  end.writeUInt32LE(start, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([end, Buffer.from(comment)]);
}
