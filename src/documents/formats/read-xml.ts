/**
 * Reads XML strictly, and reports the position of everything. A file that is not well-formed is refused, and
 * so is every declaration of entities, so that nothing in a document can expand.
 */

import { decodeEntities } from '../../markup/xml-text.ts';
import { InvalidDocumentError } from './format.ts';
import { documentLimits, hasMoreThan, tagSign, tooManyTags } from './limits.ts';
import { type MarkupTag, type MarkupVisitor, scanMarkup } from './scan-markup.ts';

export interface XmlTag {
  /** As written, with its prefix. */
  readonly name: string;
  /** Without the prefix. */
  readonly local: string;
  /** The namespace of the prefix; empty without a prefix and a default namespace. */
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Written as `<x/>`; `close` is called immediately after `open`. */
  readonly isEmpty: boolean;
}

export interface XmlAttribute {
  /** As written, with its prefix. */
  readonly name: string;
  /** With its entities decoded. */
  readonly value: string;
  /** Position of the value, without its quotes. */
  readonly start: number;
  readonly end: number;
}

export interface XmlHandler {
  open?(tag: XmlTag): void;
  /** `tag` is the opening tag; `start` and `end` delimit the closing tag, or are both the end of `<x/>`. */
  close?(tag: XmlTag, start: number, end: number): void;
  /** Raw, with entities as written. A long text comes in several pieces. */
  text?(start: number, end: number): void;
  /** Includes `<![CDATA[` and `]]>`. */
  cdata?(start: number, end: number): void;
  /** A comment, a processing instruction or a declaration. */
  other?(start: number, end: number): void;
}

export interface XmlReading {
  readonly maxTags?: number;
  readonly maxDepth?: number;
  /** The source is only the start of a file: elements may still be open at its end. */
  readonly isPart?: boolean;
}

interface OpenElement {
  readonly tag: XmlTag;
  readonly namespaces: ReadonlyMap<string, string>;
}

const knownNamespaces: ReadonlyMap<string, string> = new Map([
  ['', ''],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
]);

export function readXml(source: string, handler: XmlHandler, reading: XmlReading = {}): void {
  const { maxTags = documentLimits.maxTags, maxDepth = documentLimits.maxDepth, isPart = false } = reading;
  if (hasMoreThan(maxTags, tagSign, source)) throw tooManyTags(maxTags);
  const open: OpenElement[] = [];
  const checkedNames = new Set<string>();
  let at = 0;
  let hasRoot = false;

  const expectAt = (start: number, end: number) => {
    if (start !== at) throw notWellFormed(source, at);
    at = end;
  };
  const checkName = (name: string, position: number) => {
    if (checkedNames.has(name)) return;
    if (!xmlName.test(name)) throw notWellFormed(source, position);
    checkedNames.add(name);
  };
  const close = (element: OpenElement, start: number, end: number) => {
    handler.close?.(element.tag, start, end);
  };

  const visitor: MarkupVisitor = {
    text(start, end) {
      expectAt(start, end);
      const raw = source.slice(start, end);
      if (raw.includes('<') || (open.length === 0 && /[^\s\ufeff]/.test(raw))) {
        throw notWellFormed(source, start);
      }
      unescapeXml(raw);
      handler.text?.(start, end);
    },
    open(tag) {
      expectAt(tag.start, tag.end);
      if (open.length === 0 && hasRoot) throw notWellFormed(source, tag.start);
      hasRoot = true;
      if (open.length >= maxDepth) {
        throw new InvalidDocumentError(`The document nests elements more than ${maxDepth} levels deep.`);
      }
      checkName(tag.name, tag.start);
      for (const { name, start } of tag.attributes) checkName(name, start);
      const element = resolve(source, tag, open.at(-1)?.namespaces ?? knownNamespaces);
      handler.open?.(element.tag);
      if (tag.isEmpty) close(element, tag.end, tag.end);
      else open.push(element);
    },
    close(name, start, end) {
      expectAt(start, end);
      const element = open.pop();
      const rest = source.slice(start + 2 + name.length, end - 1);
      if (element?.tag.name !== name || rest.trim() !== '' || source[end - 1] !== '>') {
        throw notWellFormed(source, start);
      }
      close(element, start, end);
    },
    other(kind, start, end) {
      expectAt(start, end);
      const ending = kind === 'comment' ? '-->' : kind === 'cdata' ? ']]>' : '>';
      if (!source.endsWith(ending, end)) throw notWellFormed(source, start);
      if (kind === 'declaration') checkDeclaration(source, start, end, hasRoot);
      if (kind !== 'cdata') handler.other?.(start, end);
      else if (open.length === 0) throw notWellFormed(source, start);
      else handler.cdata?.(start, end);
    },
  };
  scanMarkup(source, true, visitor, isPart);
  if (isPart) return;
  if (open.length > 0 || !hasRoot || at !== source.length) throw notWellFormed(source, at);
}

const xmlName = /^[\p{L}_:][\p{L}\p{M}\p{N}_:.\u00b7-]*$/u;

function checkDeclaration(source: string, start: number, end: number, hasRoot: boolean): void {
  const declaration = source.slice(start, end);
  if (hasRoot || !declaration.startsWith('<!DOCTYPE') || declaration.includes('[')) {
    throw new InvalidDocumentError(
      'The document declares entities or its own document type. Save it without them.',
    );
  }
}

function resolve(source: string, tag: MarkupTag, outer: ReadonlyMap<string, string>): OpenElement {
  const attributes = tag.attributes.map(({ name, start, end, quote }): XmlAttribute => {
    const raw = source.slice(start, end);
    if (quote === '' || raw.includes('<')) throw notWellFormed(source, tag.start);
    return { name, value: unescapeXml(raw), start, end };
  });
  const names = new Set(attributes.map(({ name }) => name));
  if (names.size !== attributes.length) throw notWellFormed(source, tag.start);
  const declared = attributes.filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'));
  const namespaces =
    declared.length === 0
      ? outer
      : new Map([...outer, ...declared.map(({ name, value }) => [name.slice(6), value] as const)]);
  const colon = tag.name.indexOf(':');
  const namespace = namespaces.get(colon === -1 ? '' : tag.name.slice(0, colon));
  if (namespace === undefined) throw notWellFormed(source, tag.start);
  const { name, start, end, isEmpty } = tag;
  return {
    tag: { name, local: name.slice(colon + 1), namespace, attributes, start, end, isEmpty },
    namespaces,
  };
}

function notWellFormed(source: string, position: number): InvalidDocumentError {
  let line = 1;
  for (let end = source.indexOf('\n'); end !== -1 && end < position; end = source.indexOf('\n', end + 1)) {
    line++;
  }
  return new InvalidDocumentError(`The document is not well-formed XML. Check line ${line}.`);
}

/** Throws for an entity that XML does not predefine. */
export function unescapeXml(raw: string): string {
  const decoded = decodeEntities(raw);
  if (decoded !== undefined) return decoded;
  throw new InvalidDocumentError('The document has an undefined entity or an invalid character reference.');
}
