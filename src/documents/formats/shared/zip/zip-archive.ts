/**
 * Reads ZIP archives strictly: an ambiguous archive is refused, because another program might read it
 * differently. Only requested entries are expanded, and no declared size is trusted until it has been
 * verified.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { InvalidDocumentError } from '../../format.ts';
import { damagedFile } from './damaged-file.ts';
import { zipLimits } from './zip-limits.ts';
import { checkName } from './zip-names.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const endBytes = 22;
const centralBytes = 46;
const localBytes = 30;
const unknownSize = 0xffffffff;

export const methods = { stored: 0, deflated: 8 } as const;
export const flags = { encrypted: 0x2041, sizesFollow: 0x0008, utf8Name: 0x0800 } as const;

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly expandedBytes: number;
  /** Offsets of its header, of its data, and of what follows the entry. */
  readonly start: number;
  readonly dataStart: number;
  readonly end: number;
  /** Its record in the central directory. */
  readonly record: Buffer;
}

export interface ZipArchive {
  readonly bytes: Buffer;
  /** In the order of the central directory. */
  readonly entries: readonly ZipEntry[];
  /** The end-of-central-directory record, with the archive comment. */
  readonly end: Buffer;
}

export function readZip(file: Uint8Array): ZipArchive {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length > zipLimits.fileBytes) {
    throw new InvalidDocumentError(`The file is larger than ${zipLimits.fileBytes / 1024 / 1024} MiB.`);
  }
  if (bytes.subarray(0, 8).equals(compoundFile)) {
    throw new InvalidDocumentError(
      'The file is protected by a password, or in an old binary format (.doc, .ppt, .xls). Save it without a password as .docx, .pptx or .xlsx.',
    );
  }
  const end = findEnd(bytes);
  const directory = readDirectory(bytes, end);
  const entries = placeEntries(bytes, directory.records, directory.start);
  checkExpansion(entries);
  return { bytes, entries, end: bytes.subarray(end) };
}

/** The signature of Office files with a password, and of all Office files before 2007. */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Returns the content of an entry; throws if its size or checksum differs from what the archive declares. */
export function expand({ bytes }: ZipArchive, entry: ZipEntry): Buffer {
  const data = bytes.subarray(entry.dataStart, entry.dataStart + entry.compressedBytes);
  const content = entry.method === methods.stored ? data : inflate(data, entry);
  if (content.length !== entry.expandedBytes || crc32(content) !== entry.crc) throw damagedPart(entry.name);
  return content;
}

function inflate(data: Buffer, entry: ZipEntry): Buffer {
  try {
    // At least one byte: zero would mean no limit.
    return inflateRawSync(data, { maxOutputLength: Math.max(1, entry.expandedBytes) });
  } catch (cause) {
    throw damagedPart(entry.name, cause);
  }
}

function damagedPart(name: string, cause?: unknown): InvalidDocumentError {
  return damagedFile(`the content of the part ${name} does not match its size or checksum`, cause);
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - endBytes; at >= 0 && at >= bytes.length - endBytes - 0xffff; at--) {
    const isEnd = bytes.readUInt32LE(at) === signatures.end;
    if (isEnd && at + endBytes + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  throw damagedFile('its directory is missing, or data follows it');
}

function readDirectory(bytes: Buffer, end: number): { records: Buffer[]; start: number } {
  const [disk, startDisk] = [bytes.readUInt16LE(end + 4), bytes.readUInt16LE(end + 6)];
  const [onDisk, count] = [bytes.readUInt16LE(end + 8), bytes.readUInt16LE(end + 10)];
  const [size, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  if (count === 0xffff || size === unknownSize || start === unknownSize) {
    throw damagedFile('ZIP64 is not supported');
  }
  if (disk !== 0 || startDisk !== 0 || onDisk !== count)
    throw damagedFile('it is split into several volumes');
  if (count > zipLimits.entries)
    throw new InvalidDocumentError(`The file has more than ${zipLimits.entries} parts.`);
  if (start + size !== end) throw damagedFile('its directory is not where it should be');
  const records: Buffer[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    if (at + centralBytes > end || bytes.readUInt32LE(at) !== signatures.central) {
      throw damagedFile('its directory is damaged');
    }
    const next =
      at +
      centralBytes +
      bytes.readUInt16LE(at + 28) +
      bytes.readUInt16LE(at + 30) +
      bytes.readUInt16LE(at + 32);
    if (next > end) throw damagedFile('its directory is damaged');
    records.push(bytes.subarray(at, next));
    at = next;
  }
  if (at !== end) throw damagedFile('its directory is damaged');
  return { records, start };
}

/** Entries must be contiguous from the first byte to the directory, so that none of them overlap. */
function placeEntries(bytes: Buffer, records: readonly Buffer[], directory: number): ZipEntry[] {
  const seen = new Set<string>();
  const found = records.map((record) => {
    const name = readName(record.subarray(centralBytes, centralBytes + record.readUInt16LE(28)));
    checkName(name, seen);
    return { name, record, start: record.readUInt32LE(42) };
  });
  const inPlace = found.toSorted((one, other) => one.start - other.start);
  let at = 0;
  const entries = new Map<Buffer, ZipEntry>();
  for (const [index, { name, record, start }] of inPlace.entries()) {
    const end = inPlace[index + 1]?.start ?? directory;
    if (start !== at || end > directory) throw overlapping();
    entries.set(record, readEntry(bytes, name, record, start, end));
    at = end;
  }
  return records.map((record) => entries.get(record) as ZipEntry);
}

const overlapping = () => damagedFile('parts of the archive overlap, or there is data between them');

function readEntry(bytes: Buffer, name: string, record: Buffer, start: number, end: number): ZipEntry {
  const [flag, method, crc] = [record.readUInt16LE(8), record.readUInt16LE(10), record.readUInt32LE(16)];
  const [compressedBytes, expandedBytes] = [record.readUInt32LE(20), record.readUInt32LE(24)];
  if ((flag & flags.encrypted) !== 0) {
    throw new InvalidDocumentError('The file is protected by a password. Save it without one.');
  }
  if (method !== methods.stored && method !== methods.deflated) {
    throw damagedFile(`the part ${name} has an unsupported compression method (${method})`);
  }
  if (compressedBytes === unknownSize || expandedBytes === unknownSize) {
    throw damagedFile('ZIP64 is not supported');
  }
  const mismatch = damagedFile(`the archive has contradictory headers for its part ${name}`);
  if (start + localBytes > end || bytes.readUInt32LE(start) !== signatures.local) throw overlapping();
  const nameBytes = bytes.readUInt16LE(start + 26);
  const dataStart = start + localBytes + nameBytes + bytes.readUInt16LE(start + 28);
  const gap = end - dataStart - compressedBytes;
  if (gap < 0) throw overlapping();
  const localName = bytes.subarray(start + localBytes, start + localBytes + nameBytes);
  const centralName = record.subarray(centralBytes, centralBytes + record.readUInt16LE(28));
  const sizesFollow = (flag & flags.sizesFollow) !== 0;
  if (!localName.equals(centralName)) throw mismatch;
  if (bytes.readUInt16LE(start + 6) !== flag || bytes.readUInt16LE(start + 8) !== method) throw mismatch;
  for (const [offset, value] of [
    [14, crc],
    [18, compressedBytes],
    [22, expandedBytes],
  ] as const) {
    const local = bytes.readUInt32LE(start + offset);
    // Writers that do not know a size yet write 0, or use the ZIP64 field; the directory is authoritative.
    const isOpen = (sizesFollow && local === 0) || (offset > 14 && local === unknownSize);
    if (local !== value && !isOpen) throw mismatch;
  }
  if (method === methods.stored && compressedBytes !== expandedBytes) throw mismatch;
  // After the data: nothing, or a data descriptor, with or without a signature, with 32-bit or 64-bit sizes.
  if (gap !== 0 && !(sizesFollow && [12, 16, 20, 24].includes(gap))) throw overlapping();
  return { name, method, crc, compressedBytes, expandedBytes, start, dataStart, end, record };
}

function readName(name: Buffer): string {
  try {
    return utf8.decode(name);
  } catch {
    throw damagedFile('the name of a part is not in UTF-8');
  }
}

function checkExpansion(entries: readonly ZipEntry[]): void {
  let total = 0;
  for (const { compressedBytes, expandedBytes } of entries) {
    total += expandedBytes;
    const isBomb =
      expandedBytes > zipLimits.freeBytes && expandedBytes > Math.max(1, compressedBytes) * zipLimits.ratio;
    if (isBomb || total > zipLimits.expandedBytes) {
      throw new InvalidDocumentError(
        `The file is refused: it would expand to far more than its size. The limits are ${zipLimits.ratio} times for one part and ${zipLimits.expandedBytes / 1024 / 1024} MiB in total.`,
      );
    }
  }
}
