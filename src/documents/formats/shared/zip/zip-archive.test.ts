import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type TestEntry, writeZip } from '../../../../../test/support/documents/write-zip.ts';
import { leastWorkMs } from '../../../../../test/support/least-work.ts';
import { leewayInGate } from '../../../../../test/support/long-form.ts';
import { InvalidDocumentError } from '../../format.ts';
import { expand, readZip, type ZipEntry } from './zip-archive.ts';
import { rewriteZip } from './zip-rewrite.ts';

const honest: readonly TestEntry[] = [
  { name: 'a.xml', content: '<a/>' },
  { name: 'folder/', content: '', isStored: true },
  { name: 'folder/ü.xml', content: 'x'.repeat(5_000), sizesFollow: true },
  { name: 'picture.png', content: Buffer.from([1, 2, 3]), isStored: true },
];

test('an archive is read, and written again byte for byte', () => {
  const file = writeZip(honest, 'a comment');
  const archive = readZip(file);
  expect(archive.entries.map((entry) => [entry.name, expand(archive, entry).toString('latin1')])).toEqual(
    honest.map(({ name, content }) => [name, Buffer.from(content).toString('latin1')]),
  );
  expect(rewriteZip(archive, new Map())).toEqual(file);
});

test('a changed part leaves the others as they are compressed, with their times and order', () => {
  const archive = readZip(writeZip(honest));
  const changed = archive.entries[2] as ZipEntry;
  const again = readZip(rewriteZip(archive, new Map([[changed, Buffer.from('other')]])));
  expect(again.entries.map(({ name }) => name)).toEqual(honest.map(({ name }) => name));
  for (const [i, entry] of again.entries.entries()) {
    const before = archive.entries[i] as ZipEntry;
    expect(entry.record.subarray(12, 16)).toEqual(before.record.subarray(12, 16));
    if (before === changed) expect(expand(again, entry).toString()).toBe('other');
    else {
      const raw = (zip: typeof archive, each: ZipEntry) => zip.bytes.subarray(each.start, each.end);
      expect(raw(again, entry)).toEqual(raw(archive, before));
    }
  }
});

test('sizes that a writer left room for are read, and written plainly where the part changes', () => {
  const [name, content] = [Buffer.from('a.xml'), Buffer.from('<a/>')];
  const plain = writeZip([{ name: 'a.xml', content, isStored: true }]);
  // Python and other streaming writers put both sizes in the ZIP64 field.
  const field = Buffer.from('0100100004000000000000000400000000000000', 'hex');
  const local = Buffer.from(plain.subarray(0, 30));
  local.writeUInt32LE(0xffffffff, 18);
  local.writeUInt32LE(0xffffffff, 22);
  local.writeUInt16LE(field.length, 28);
  const rest = Buffer.from(plain.subarray(30 + name.length + content.length));
  rest.writeUInt32LE(rest.readUInt32LE(rest.length - 6) + field.length, rest.length - 6);
  const archive = readZip(Buffer.concat([local, name, field, content, rest]));
  const changed = rewriteZip(archive, new Map([[archive.entries[0] as ZipEntry, content]]));
  expect(changed).toEqual(plain);
});

/** A quoted overlap like Fifield's zip bomb: every directory record points to the same data. */
function overlapping(): Buffer {
  const kernel = Buffer.alloc(4_000_000);
  return writeZip([
    { name: 'a', content: kernel },
    ...Array.from({ length: 200 }, (_, i) => ({ name: `b${i}`, content: '', claims: { start: 0 } })),
  ]);
}

/** Overwrites some bytes of the end record, of the directory or of the first entry. */
function patched(at: 'end' | 'directory' | 'first', offset: number, bytes: string): Buffer {
  const file = writeZip(honest);
  const end = file.length - 22;
  const start = { end, directory: file.readUInt32LE(end + 16), first: 0 }[at];
  file.write(bytes, start + offset, 'hex');
  return file;
}

const refused: Readonly<Record<string, [() => Buffer, RegExp]>> = {
  nothing: [() => Buffer.alloc(0), /directory is missing/],
  noise: [() => Buffer.alloc(1_000_000, 'PK\x05'), /directory is missing/],
  'a Word document from before 2007': [
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(5_000)]),
    /password, or in an old binary format/,
  ],
  'something behind the end': [() => Buffer.concat([writeZip(honest), Buffer.from('x')]), /data follows it/],
  'something before the first part': [
    () => Buffer.concat([Buffer.from('x'), writeZip(honest)]),
    /directory is not where/,
  ],
  'several volumes': [() => patched('end', 4, '0100'), /volumes/],
  ZIP64: [() => patched('end', 16, 'ffffffff'), /ZIP64/],
  'ZIP64 in the directory': [() => patched('directory', 24, 'ffffffff'), /ZIP64/],
  'a directory of another size': [() => patched('end', 12, '01000000'), /directory/],
  'a broken directory': [() => patched('directory', 0, '00'), /directory is damaged/],
  'a broken header': [() => patched('first', 0, '00'), /overlap/],
  'a name of the directory that runs over its end': [() => patched('directory', 28, 'ffff'), /damaged/],
  'an unknown compression': [
    () => writeZip([{ name: 'a', content: 'a', method: 12 }]),
    /compression method \(12\)/,
  ],
  'a password': [() => writeZip([{ name: 'a', content: 'a', flags: 1 }]), /password/],
  'too many parts': [
    () => writeZip(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, content: '', isStored: true }))),
    /more than 10000 parts/,
  ],
  'overlapping parts': [overlapping, /overlap/],
  'a part inside another': [
    () =>
      writeZip([
        { name: 'a', content: 'a' },
        { name: 'b', content: 'b', claims: { start: 1 } },
      ]),
    /overlap/,
  ],
  'a bomb': [
    () => writeZip([{ name: 'a', content: Buffer.alloc(20_000_000) }]),
    /expand to far more than its size/,
  ],
  'many parts that are too much together': [
    () =>
      writeZip(
        Array.from({ length: 100 }, (_, i) => ({
          name: `${i}`,
          content: deflateRawSync(Buffer.alloc(100)),
          claims: { expandedBytes: 4_000_000 },
        })),
      ),
    /expand to far more than its size/,
  ],
  'two names for one part': [
    () => writeZip([{ name: 'a', localName: 'b', content: 'a' }]),
    /contradictory headers/,
  ],
  'two sizes of one part': [
    () => writeZip([{ name: 'a', content: 'aa', isStored: true, claims: { expandedBytes: 1 } }]),
    /contradictory headers/,
  ],
  'the same name twice': [
    () =>
      writeZip([
        { name: 'a/B', content: '' },
        { name: 'A/b', content: '' },
      ]),
    /same name/,
  ],
  ...Object.fromEntries(
    ['../a', 'a/../../b', '/a', 'a//b', 'a\\b', 'C:a', 'a\u0000b', './a', '', 'x'.repeat(2_000)].map(
      (name): [string, [() => Buffer, RegExp]] => [
        `the name ${JSON.stringify(name.slice(0, 20))}`,
        [() => writeZip([{ name, content: '' }]), /invalid name/],
      ],
    ),
  ),
  'a file over 30 MiB': [() => Buffer.alloc(30 * 1024 * 1024 + 1), /larger than 30 MiB/],
};

/** What people are told, and what is wrong: the cause, or the words where they know it. */
function refusalOf(file: Buffer): { words: string; why: string } {
  try {
    readZip(file);
  } catch (error) {
    const { message, cause } = error as Error;
    return { words: message, why: cause instanceof Error ? cause.message : message };
  }
  throw new Error('the file was accepted');
}

test.each(Object.keys(refused))('refuses %s at once', (title) => {
  const [make, message] = refused[title] as (typeof refused)[string];
  const file = make();
  expect(() => readZip(file)).toThrow(InvalidDocumentError);
  expect(refusalOf(file).why).toMatch(message);
  // An archive is what people know nothing of.
  expect(refusalOf(file).words).not.toMatch(/zip|directory|header|archive|checksum|UTF-8/i);
  const time = leastWorkMs(() => expect(() => readZip(file)).toThrow());
  expect(time).toBeLessThan(leewayInGate(50));
});

test.each<[string, NonNullable<TestEntry['claims']>]>([
  ['expands to more than it says', { expandedBytes: 1_000 }],
  ['expands to less than it says', { expandedBytes: 2_000_001 }],
  ['has another sum than it says', { crc: 1 }],
])('a part that %s is refused when it is expanded', (_, claims) => {
  const archive = readZip(writeZip([{ name: 'a', content: Buffer.alloc(2_000_000), claims }]));
  const [entry] = archive.entries as [ZipEntry];
  expect(() => expand(archive, entry)).toThrow(/damaged/);
  expect(leastWorkMs(() => expect(() => expand(archive, entry)).toThrow())).toBeLessThan(leewayInGate(50));
});
