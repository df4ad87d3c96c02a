/**
 * The package that Word, PowerPoint and Excel files share: a ZIP archive whose parts have content types and
 * relationships to each other. Parts are read on demand, and rewritten only if they changed.
 */
import { type DocumentUnit, InvalidDocumentError, type OpenDocument } from '../../format.ts';
import { expand, readZip, type ZipArchive, type ZipEntry } from '../zip/zip-archive.ts';
import { rewriteZip } from '../zip/zip-rewrite.ts';
import { officeCursor } from './office-xml.ts';
import type { TextPart } from './text-part.ts';
import { UnitList } from './unit-list.ts';

/** Total of all parts that are read. Text takes two to four times as much memory as its bytes. */
const maxTextBytes = 128 * 1024 * 1024;

const contentTypesName = '[Content_Types].xml';
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export interface OfficeKind {
  /** For messages: "a Word document (.docx)". */
  readonly title: string;
  /** The content type of its main part. */
  readonly mainType: string;
  read(parts: OfficePackage, mainPart: string, units: UnitList): ReadParts;
}

export interface ReadParts {
  /** The parts that hold text, by their names. */
  readonly parts: ReadonlyMap<string, TextPart>;
  /** Corrects the translations at the end: some must be unique, or must not be too long. */
  readonly settle?: (translations: readonly string[]) => readonly string[];
}

export interface Relationship {
  /** The last segment of its type, the same in both editions of the standard: `slide`. */
  readonly type: string;
  /** The name of a part. */
  readonly target: string;
}

export function openOffice(file: Uint8Array, kind: OfficeKind): OpenDocument {
  const parts = new OfficePackage(readZip(file));
  const mainPart = findMainPart(parts, kind);
  const list = new UnitList();
  const read = kind.read(parts, mainPart, list);
  return {
    units: list.units,
    assemble: (translations) => assemble(parts, read, list.units, translations),
  };
}

function assemble(
  parts: OfficePackage,
  { parts: read, settle = (each) => each }: ReadParts,
  units: readonly DocumentUnit[],
  translations: readonly string[],
): Buffer {
  if (translations.length !== units.length) throw new Error('a document needs one translation for each unit');
  const settled = settle(translations);
  const changed = new Map<ZipEntry, Buffer>();
  for (const [name, part] of read) {
    const text = part.write(settled);
    if (text !== part.text) changed.set(parts.entry(name), Buffer.from(text, 'utf8'));
  }
  return rewriteZip(parts.archive, changed);
}

function findMainPart(parts: OfficePackage, { title, mainType }: OfficeKind): string {
  const types = parts.names.map((name) => parts.contentType(name));
  if (types.some((type) => /macroenabled|vbaproject/i.test(type))) {
    throw new InvalidDocumentError(`The file has macros. Save it without them, as ${title}.`);
  }
  const main = parts.namesOf(mainType);
  if (main.length !== 1 || main[0] === undefined) throw new InvalidDocumentError(`The file is not ${title}.`);
  return main[0];
}

export class OfficePackage {
  readonly archive: ZipArchive;
  readonly #entries = new Map<string, ZipEntry>();
  readonly #types: ContentTypes;
  #textBytes = 0;

  constructor(archive: ZipArchive) {
    this.archive = archive;
    for (const entry of archive.entries) this.#entries.set(entry.name.toLowerCase(), entry);
    if (!this.has(contentTypesName)) throw new InvalidDocumentError('The file is not an Office document.');
    this.#types = readContentTypes(this.text(contentTypesName));
  }

  get names(): readonly string[] {
    return this.archive.entries.map(({ name }) => name);
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  entry(name: string): ZipEntry {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined)
      throw new InvalidDocumentError(`The file is damaged: its part ${name} is missing.`);
    return entry;
  }

  /** All parts of a type, in archive order. */
  namesOf(type: string): readonly string[] {
    return this.names.filter((name) => this.contentType(name) === type);
  }

  contentType(name: string): string {
    const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    return this.#types.byName.get(`/${name}`.toLowerCase()) ?? this.#types.byExtension.get(extension) ?? '';
  }

  text(name: string): string {
    const entry = this.entry(name);
    this.#textBytes += entry.expandedBytes;
    if (this.#textBytes > maxTextBytes) {
      throw new InvalidDocumentError(
        `The file has more than ${maxTextBytes / 1024 / 1024} MiB of text and formatting. Split it into several documents.`,
      );
    }
    const text = decode(expand(this.archive, entry));
    if (text === undefined) {
      throw new InvalidDocumentError(
        `The part ${name} of the file cannot be read: it is not encoded in UTF-8.`,
      );
    }
    return text;
  }

  /** What a part refers to, in the order of its file; without targets outside the package. */
  relationships(name: string): ReadonlyMap<string, Relationship> {
    const slash = name.lastIndexOf('/') + 1;
    const own = `${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`;
    return this.has(own) ? readRelationships(this.text(own), own, name) : new Map();
  }
}

function decode(bytes: Buffer): string | undefined {
  try {
    const text = utf8.decode(bytes);
    const declared = /^\ufeff?<\?xml[^>]{0,100}\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(text)?.[1];
    return /^(?:utf-?8|us-ascii)$/i.test(declared ?? 'utf-8') ? text : undefined;
  } catch {
    return undefined;
  }
}

interface ContentTypes {
  readonly byName: ReadonlyMap<string, string>;
  readonly byExtension: ReadonlyMap<string, string>;
}

function readContentTypes(text: string): ContentTypes {
  const cursor = officeCursor(text, contentTypesName);
  const byName = new Map<string, string>();
  const byExtension = new Map<string, string>();
  while (cursor.nextTag()) {
    const type = cursor.attribute('ContentType') ?? '';
    const name = cursor.attribute('PartName');
    const extension = cursor.attribute('Extension');
    if (cursor.name === 'ct:Override' && name !== undefined) byName.set(name.toLowerCase(), type);
    if (cursor.name === 'ct:Default' && extension !== undefined)
      byExtension.set(extension.toLowerCase(), type);
  }
  return { byName, byExtension };
}

function readRelationships(text: string, part: string, source: string): Map<string, Relationship> {
  const cursor = officeCursor(text, part);
  const found = new Map<string, Relationship>();
  while (cursor.nextTag()) {
    if (cursor.name !== 'rel:Relationship') continue;
    const [id, type, target] = ['Id', 'Type', 'Target'].map((name) => cursor.attribute(name) ?? '');
    if (cursor.attribute('TargetMode') === 'External' || !id || !type || !target) continue;
    found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: resolve(target, source) });
  }
  return found;
}

function resolve(target: string, source: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path = source.split('/').slice(0, -1);
  for (const segment of target.split('/')) {
    if (segment === '..') path.pop();
    else if (segment !== '.') path.push(segment);
  }
  return path.join('/');
}
