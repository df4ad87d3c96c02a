/** Finds the segments to translate in XLIFF 1.2 and 2.1, and where each translation goes. */

import { type Splice, setAttribute } from '../../../markup/splice.ts';
import type { XmlCursor, XmlTag } from '../../../markup/xml-cursor.ts';
import { encodeAttribute } from '../../../markup/xml-text.ts';
import { InvalidDocumentError } from '../format.ts';
import { DocumentSize, documentLimits, hasMoreThan, tagSign, tooManyTags } from '../shared/limits.ts';
import { attributeOf, type Content, type ContentNode, contentOf } from './xliff-content.ts';
import { xliffCursor } from './xliff-xml.ts';

export interface Segment {
  readonly content: Content;
  /** Inserts or replaces the target; returns no splice if it is already there. */
  place(target: string, language: string): Splice[];
}

export interface XliffContent {
  readonly segments: readonly Segment[];
  /** Tags that declare the target language, and the attribute that declares it. */
  readonly languageTags: readonly { readonly tag: XmlTag; readonly attribute: string }[];
}

type Version = 1 | 2;
const namespaces: ReadonlyMap<string, Version> = new Map([
  ['urn:oasis:names:tc:xliff:document:1.2', 1],
  ['urn:oasis:names:tc:xliff:document:2.0', 2],
  ['urn:oasis:names:tc:xliff:document:2.2', 2],
]);

const holderParts = ['source', 'seg-source', 'target'] as const;

/** States that mean that a person has checked the translation. */
const finalStates = new Set(['final', 'signed-off', 'reviewed']);

interface Holder {
  readonly tag: XmlTag;
  source?: Found;
  'seg-source'?: Found;
  target?: Found;
}

interface Found {
  readonly tag: XmlTag;
  readonly nodes: readonly ContentNode[];
  readonly innerEnd: number;
  readonly end: number;
}

interface Level {
  readonly isTranslated: boolean;
  readonly preservesWhitespace: boolean;
}

export function readXliff(text: string, isPart = false): XliffContent {
  if (hasMoreThan(documentLimits.maxTags, tagSign, text)) throw tooManyTags();
  return new XliffReader(text, isPart).read();
}

class XliffReader {
  readonly #cursor: XmlCursor;
  readonly #size = new DocumentSize();
  readonly #segments: Segment[] = [];
  readonly #languageTags: { tag: XmlTag; attribute: string }[] = [];
  #version: Version | undefined;
  #namespace = '';

  constructor(text: string, isPart: boolean) {
    this.#cursor = xliffCursor(text, isPart);
  }

  read(): XliffContent {
    this.#children(undefined, { isTranslated: true, preservesWhitespace: false });
    return { segments: this.#segments, languageTags: this.#languageTags };
  }

  /** Reads up to the end of the element that was just opened. */
  #children(holder: Holder | undefined, level: Level): void {
    const cursor = this.#cursor;
    const { depth } = cursor;
    while (cursor.nextInside(depth)) {
      // Decoded only to refuse undefined entities.
      if (cursor.kind === 'text') cursor.words();
      if (cursor.kind !== 'open' && cursor.kind !== 'empty') continue;
      const tag = cursor.readTag();
      const part = this.#isOwn(tag) ? holderParts.find((each) => each === tag.local) : undefined;
      if (holder !== undefined && part !== undefined) holder[part] = this.#content(tag);
      else this.#element(tag, level);
    }
  }

  #element(tag: XmlTag, outer: Level): void {
    if (this.#version === undefined) {
      this.#version = versionOf(tag);
      this.#namespace = tag.namespace;
      if (this.#version === 2) this.#languageTags.push({ tag, attribute: 'trgLang' });
    }
    const level = {
      isTranslated: (attributeOf(tag, 'translate') ?? (outer.isTranslated ? 'yes' : 'no')) !== 'no',
      preservesWhitespace: preservesWhitespace(tag) ?? outer.preservesWhitespace,
    };
    const isOwn = this.#isOwn(tag);
    if (isOwn && this.#version === 1 && tag.local === 'file') {
      this.#languageTags.push({ tag, attribute: 'target-language' });
    }
    const isHolder = isOwn && tag.local === (this.#version === 1 ? 'trans-unit' : 'segment');
    const holder: Holder | undefined = isHolder ? { tag } : undefined;
    if (!tag.isEmpty) this.#children(holder, level);
    if (holder !== undefined && this.#cursor.kind !== 'end') this.#addSegment(holder, level);
  }

  #isOwn({ namespace }: XmlTag): boolean {
    return namespace === this.#namespace;
  }

  #content(tag: XmlTag): Found {
    const cursor = this.#cursor;
    const { depth } = cursor;
    const nodes: ContentNode[] = [];
    let length = 0;
    while (!tag.isEmpty && cursor.nextInside(depth)) {
      const { kind, start, end, qualifiedName: name } = cursor;
      if (kind === 'text') length += end - start;
      // Before anything is decoded, so that a file that is too large is refused early.
      if (length > 4 * documentLimits.maxUnitLength || nodes.length > 4 * documentLimits.maxUnitMarkup) {
        throw new InvalidDocumentError('A segment of the document is too long to be translated. Split it.');
      }
      if (kind === 'text') cursor.words();
      if (kind === 'open' || kind === 'empty') nodes.push({ type: kind, start, end, tag: cursor.readTag() });
      else if (kind === 'close') nodes.push({ type: kind, start, end, name });
      else nodes.push({ type: kind, start, end });
    }
    const innerEnd = tag.isEmpty ? tag.end : cursor.start;
    return { tag, nodes, innerEnd, end: cursor.end };
  }

  #addSegment(holder: Holder, level: Level): void {
    const { tag, source, 'seg-source': segmented, target } = holder;
    if (source === undefined || !level.isTranslated || isFinal(tag, target)) return;
    const { text } = this.#cursor;
    const { nodes, end } = segmented ?? source;
    const content = contentOf(
      text,
      nodes,
      level.preservesWhitespace || preservesWhitespace(source.tag) === true,
    );
    if (content.units.length === 0) return;
    for (const { characters } of content.units) this.#size.add(characters);
    this.#segments.push({
      content,
      place: (translation, language) =>
        target === undefined
          ? [{ start: end, end, replacement: newTarget(text, source.tag, translation, language) }]
          : replacedTarget(text, target, translation, language),
    });
  }
}

function versionOf(root: XmlTag): Version {
  const byNamespace = root.local === 'xliff' ? namespaces.get(root.namespace) : undefined;
  const byNumber = root.name === 'xliff' && root.namespace === '' ? attributeOf(root, 'version') : undefined;
  const version = byNamespace ?? (byNumber === '1.2' ? 1 : byNumber?.startsWith('2.') ? 2 : undefined);
  if (version === undefined)
    throw new InvalidDocumentError('The document is not XLIFF 1.2, 2.0, 2.1 or 2.2.');
  return version;
}

function preservesWhitespace(tag: XmlTag): boolean | undefined {
  const space = attributeOf(tag, 'xml:space');
  return space === undefined ? undefined : space === 'preserve';
}

function isFinal(holder: XmlTag, target: Found | undefined): boolean {
  if (target === undefined || target.nodes.length === 0) return false;
  const state = attributeOf(target.tag, 'state') ?? attributeOf(holder, 'state');
  return attributeOf(holder, 'approved') === 'yes' || finalStates.has(state ?? '');
}

/** Repeats the whitespace before the source, so that the target is indented the same way. */
function newTarget(source: string, from: XmlTag, text: string, language: string): string {
  const before = source.lastIndexOf('>', from.start - 1) + 1;
  const blank = source.slice(before, from.start);
  const name = from.name.replace(/source$/, 'target');
  const says = attributeOf(from, 'xml:lang') === undefined ? '' : ` xml:lang="${encodeAttribute(language)}"`;
  return `${blank.trim() === '' ? blank : ''}<${name}${says}>${text}</${name}>`;
}

function replacedTarget(source: string, { tag, innerEnd }: Found, text: string, language: string): Splice[] {
  const changes = setAttribute(source, tag, 'xml:lang', encodeAttribute(language), false);
  if (!tag.isEmpty) {
    if (source.slice(tag.end, innerEnd) === text) return changes;
    return [...changes, { start: tag.end, end: innerEnd, replacement: text }];
  }
  const slash = source.lastIndexOf('/', tag.end - 1);
  return [...changes, { start: slash, end: tag.end, replacement: `>${text}</${tag.name}>` }];
}
