/** What the samples of all three office formats share. */
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { type TestEntry, writeZip } from './write-zip.ts';

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const drawingNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/main';

export interface SamplePart {
  readonly name: string;
  readonly content: string | Buffer;
  /** Its content type, where its extension doesn't say it. */
  readonly type?: string;
}

export function contentTypes(parts: readonly SamplePart[]): string {
  const overrides = parts
    .filter(({ type }) => type !== undefined)
    .map(({ name, type }) => `<Override PartName="/${name}" ContentType="${type}"/>`);
  return `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${overrides.join('')}</Types>`;
}

/** A relationship: the end of its type, its target, and whether that lies outside. */
export type SampleLink = readonly [type: string, target: string, mode?: 'External'];

/** Ids are `rId1`, `rId2` and so on. */
export function relationships(links: readonly SampleLink[]): string {
  const written = links.map(([type, target, mode], i) => {
    const fullType = type.startsWith('http') ? type : `${office}/${type}`;
    return `<Relationship Id="rId${i + 1}" Type="${fullType}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`;
  });
  return `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written.join('')}</Relationships>`;
}

export function packParts(parts: readonly SamplePart[]): Buffer {
  const all = [{ name: '[Content_Types].xml', content: contentTypes(parts) }, ...parts];
  return writeZip(
    all.map(({ name, content }, i): TestEntry => {
      // As the writers of this world do: pictures stored, some sizes behind the data.
      return { name, content, isStored: name.endsWith('.png'), sizesFollow: i % 3 === 1 };
    }),
  );
}

export const coreProperties: SamplePart = {
  name: 'docProps/core.xml',
  type: 'application/vnd.openxmlformats-package.core-properties+xml',
  content: `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Annual report</dc:title><dc:creator>Dragoman</dc:creator></cp:coreProperties>`,
};

/** A picture: one colour, or noise that nothing compresses. */
export function png(side: number, isNoise = false): Buffer {
  const row = () =>
    Buffer.concat([Buffer.from([0]), isNoise ? randomBytes(side * 3) : Buffer.alloc(side * 3, 'dragon')]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
