/**
 * Rewrites an archive with some parts changed. All other parts are copied in compressed form: same bytes,
 * same order, same names and times.
 */
import { crc32, deflateRawSync } from 'node:zlib';
import { flags, methods, type ZipArchive, type ZipEntry } from './zip-archive.ts';

export function rewriteZip(archive: ZipArchive, changed: ReadonlyMap<ZipEntry, Buffer>): Buffer {
  const pieces: Buffer[] = [];
  const records = new Map<ZipEntry, Buffer>();
  let at = 0;
  for (const entry of archive.entries.toSorted((one, other) => one.start - other.start)) {
    const content = changed.get(entry);
    const written = content === undefined ? copy(archive, entry) : write(archive, entry, content);
    written.record.writeUInt32LE(at, 42);
    records.set(entry, written.record);
    for (const piece of written.pieces) {
      pieces.push(piece);
      at += piece.length;
    }
  }
  const directory = archive.entries.map((entry) => records.get(entry) as Buffer);
  const end = Buffer.from(archive.end);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...pieces, ...directory, end]);
}

interface Written {
  readonly pieces: readonly Buffer[];
  readonly record: Buffer;
}

function copy({ bytes }: ZipArchive, { start, end, record }: ZipEntry): Written {
  return { pieces: [bytes.subarray(start, end)], record: Buffer.from(record) };
}

function write({ bytes }: ZipArchive, entry: ZipEntry, content: Buffer): Written {
  const data = entry.method === methods.stored ? content : deflateRawSync(content);
  const header = withoutZip64Field(bytes.subarray(entry.start, entry.dataStart));
  const record = Buffer.from(entry.record);
  const flag = record.readUInt16LE(8) & ~flags.sizesFollow;
  for (const [target, flagAt, sizesAt] of [
    [header, 6, 14],
    [record, 8, 16],
  ] as const) {
    target.writeUInt16LE(flag, flagAt);
    target.writeUInt32LE(crc32(content), sizesAt);
    target.writeUInt32LE(data.length, sizesAt + 4);
    target.writeUInt32LE(content.length, sizesAt + 8);
  }
  return { pieces: [header, data], record };
}

const zip64Field = 0x0001;

/** Copies a header without the ZIP64 field, which some writers reserve for sizes beyond 4 GiB. */
function withoutZip64Field(header: Buffer): Buffer {
  const extraStart = 30 + header.readUInt16LE(26);
  const kept: Buffer[] = [];
  let at = extraStart;
  while (at + 4 <= header.length) {
    const next = Math.min(header.length, at + 4 + header.readUInt16LE(at + 2));
    if (header.readUInt16LE(at) !== zip64Field) kept.push(header.subarray(at, next));
    at = next;
  }
  kept.push(header.subarray(at));
  const result = Buffer.concat([header.subarray(0, extraStart), ...kept]);
  result.writeUInt16LE(result.length - extraStart, 28);
  return result;
}
