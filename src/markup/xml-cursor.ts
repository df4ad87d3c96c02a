/**
 * Reads XML token by token with the position of each, so that everything around a change can be copied
 * unchanged. It is strict where an error would reach the result, resolves namespaces, and refuses entities
 * that a file declares, and nesting depths that only attacks have.
 */
import type { Attribute, Place } from './place.ts';
import { endOfName, readAttributes, type XmlAttribute } from './xml-attributes.ts';
import { outermostNamespaces, XmlScope } from './xml-scope.ts';
import { decodeEntities } from './xml-text.ts';

const validName = /^[\p{L}_:][\p{L}\p{M}\p{N}_:.\u00b7-]*$/u;

/** Nested elements. Real files have about thirty levels. */
export const maxDepth = 256;

/** `other` is a comment, a processing instruction, or anything else outside the root element. */
export type XmlKind = 'open' | 'close' | 'empty' | 'text' | 'cdata' | 'other' | 'end';

export interface XmlFault {
  readonly kind: 'syntax' | 'entity' | 'document type' | 'depth' | 'attributes';
  /** The end of a sentence: "it is truncated". */
  readonly why: string;
  readonly position: number;
}

export interface XmlOptions {
  /** Returns the error to throw. */
  refuse(fault: XmlFault): Error;
  /** The prefix that `name` has for each namespace, whatever prefix a file uses. */
  readonly prefixes?: ReadonlyMap<string, string>;
  /** Reports `other` tokens, and accepts a document type that declares nothing. */
  readonly reportsOther?: boolean;
  /** The text is only the start of a file: it may end anywhere. */
  readonly isPart?: boolean;
}

export interface XmlTag extends Place {
  /** As written, with its prefix. */
  readonly name: string;
  readonly local: string;
  /** Empty without a prefix and a default namespace. */
  readonly namespace: string;
  readonly attributes: readonly Attribute[];
  /** Written as `<x/>`. */
  readonly isEmpty: boolean;
}

export class XmlCursor {
  readonly text: string;
  readonly #options: XmlOptions;
  kind: XmlKind = 'end';
  /** The range of the token; `end` is exclusive. */
  start = 0;
  end = 0;
  /**
   * Of a tag, and empty otherwise. As written in the file; `name` has the prefix that the options give the
   * namespace, or `?`: `w:p`.
   */
  qualifiedName = '';
  name = '';
  readonly #open: { qualifiedName: string; name: string; scope: XmlScope }[] = [];
  /** Around the next token, and of the current tag. */
  #scope = new XmlScope(outermostNamespaces);
  #tagScope = this.#scope;
  #attributes: XmlAttribute[] = [];
  readonly #validNames = new Set<string>();
  #hasRoot = false;

  constructor(text: string, options: XmlOptions) {
    this.text = text;
    this.#options = options;
    if (text.charCodeAt(0) === 0xfeff) this.end = 1;
  }

  /** The number of open elements around the next token. */
  get depth(): number {
    return this.#open.length;
  }

  next(): XmlKind {
    do this.kind = this.#read(this.end);
    while (this.kind === 'other' && this.#options.reportsOther !== true);
    return this.kind;
  }

  /** The decoded text of a `text` or `cdata` token. */
  words(): string {
    if (this.kind === 'cdata') return this.text.slice(this.start + 9, this.end - 3);
    return this.#decode(this.start, this.end);
  }

  /** The value of an attribute of an `open` or `empty` token. A name such as `:id` stands for any prefix. */
  attribute(name: string): string | undefined {
    const place = this.attributePlace(name);
    return place && decodeEntities(this.text.slice(place.start, place.end));
  }

  /** The range of the value of an attribute, without its quotes. */
  attributePlace(name: string): Place | undefined {
    return this.#attributes.find((each) =>
      name.startsWith(':') ? each.name.endsWith(name) : each.name === name,
    );
  }

  /**
   * The `open` or `empty` token with all its attributes. Refuses what the other methods do not look at:
   * invalid names, prefixes that are not declared, attributes that occur twice, and undefined entities.
   */
  readTag(): XmlTag {
    const { qualifiedName, start, end } = this;
    const namespace = this.#tagScope.namespaceOf(qualifiedName);
    if (namespace === undefined) throw this.#fault('a prefix is not declared');
    const attributes = new Map<string, Attribute>();
    for (const { name, start: from, end: to } of this.#attributes) {
      const isValid = !attributes.has(name) && !this.text.slice(from, to).includes('<');
      if (!isValid) throw this.#fault('a tag is malformed');
      const quote = this.text[to] as '"' | "'";
      attributes.set(name, { name, value: this.#decode(from, to), start: from, end: to, quote });
    }
    for (const name of [qualifiedName, ...attributes.keys()]) this.#checkName(name);
    const local = qualifiedName.slice(qualifiedName.indexOf(':') + 1);
    const isEmpty = this.kind === 'empty';
    return {
      name: qualifiedName,
      local,
      namespace,
      attributes: [...attributes.values()],
      start,
      end,
      isEmpty,
    };
  }

  /** Moves to the next token inside the element whose content has this depth; false at its end. */
  nextInside(depth: number): boolean {
    return this.next() !== 'end' && (this.kind !== 'close' || this.depth >= depth);
  }

  /** Moves to the next `open` or `empty` token inside the element whose content has this depth. */
  nextTag(depth = 0): boolean {
    while (this.nextInside(depth)) if (this.kind === 'open' || this.kind === 'empty') return true;
    return false;
  }

  /** Moves from the `open` or `empty` token of an element to the end of the element. */
  skipElement(): void {
    const { depth } = this;
    for (let isInside = this.kind === 'open'; isInside; ) isInside = this.nextInside(depth);
  }

  /** Moves from the `open` or `empty` token of an element to its end, and returns its text. */
  readText(): string {
    const { depth } = this;
    let text = '';
    for (let isInside = this.kind === 'open'; isInside; isInside = this.nextInside(depth)) {
      if (this.kind === 'text' || this.kind === 'cdata') text += this.words();
    }
    return text;
  }

  /** Moves from the `open` token of an element to its end, and returns its text with the place of its content. */
  readContent(): Place & { readonly text: string } {
    const start = this.end;
    const text = this.readText();
    return { start, end: this.start, text };
  }

  #read(at: number): XmlKind {
    const { text } = this;
    this.start = at;
    this.qualifiedName = '';
    this.name = '';
    if (at >= text.length) return this.#open.length === 0 && this.#hasRoot ? 'end' : this.#truncated();
    if (text[at] !== '<') return this.#readText(at);
    if (this.#options.isPart && !text.includes('>', at)) return this.#truncated();
    const sign = text[at + 1];
    if (sign === '/') return this.#close(at);
    if (sign === '?') return this.#skipTo('?>', at + 2, 'other');
    if (sign !== '!') return this.#openTag(at);
    if (text.startsWith('<!--', at)) return this.#skipTo('-->', at + 4, 'other');
    if (!text.startsWith('<![CDATA[', at)) return this.#declaration(at);
    if (this.#open.length === 0) throw this.#fault('it has text outside its root element');
    return this.#skipTo(']]>', at + 9, 'cdata');
  }

  #readText(at: number): XmlKind {
    const less = this.text.indexOf('<', at);
    this.end = less === -1 ? this.text.length : less;
    if (this.#open.length > 0) return 'text';
    if (this.text.slice(at, this.end).trim() !== '')
      throw this.#fault('it has text outside its root element');
    return 'other';
  }

  #declaration(at: number): XmlKind {
    const end = this.text.indexOf('>', at);
    const isPlain = this.text.startsWith('<!DOCTYPE', at) && !this.text.slice(at, end).includes('[');
    if (!this.#options.reportsOther || this.#hasRoot || !isPlain) {
      throw this.#fault('it declares a document type or entities, which are not supported', 'document type');
    }
    return this.#skipTo('>', at, 'other');
  }

  #skipTo(mark: string, from: number, kind: XmlKind): XmlKind {
    const at = this.text.indexOf(mark, from);
    if (at === -1) return this.#truncated();
    this.end = at + mark.length;
    return kind;
  }

  #truncated(why = 'it is truncated'): XmlKind {
    if (!this.#options.isPart) throw this.#fault(why);
    this.end = this.text.length;
    return 'end';
  }

  #close(at: number): XmlKind {
    const kind = this.#skipTo('>', at, 'close');
    const opened = this.#open.pop();
    const { qualifiedName } = opened ?? { qualifiedName: '' };
    const from = at + 2;
    const rest = this.text.slice(from + qualifiedName.length, this.end - 1);
    if (opened === undefined || !this.text.startsWith(qualifiedName, from) || rest.trim() !== '') {
      throw this.#fault('its elements are not nested correctly');
    }
    this.qualifiedName = qualifiedName;
    this.name = opened.name;
    this.#scope = opened.scope;
    return kind;
  }

  #openTag(at: number): XmlKind {
    const { text } = this;
    const nameEnd = endOfName(text, at + 1);
    const qualifiedName = text.slice(at + 1, nameEnd);
    if (qualifiedName === '') throw this.#fault('a tag has no name');
    this.#attributes = [];
    const read = readAttributes(text, nameEnd, this.#attributes);
    if (read === 'too many') throw this.#fault('a tag has too many attributes', 'attributes');
    if (read === 'malformed') throw this.#fault('a tag is malformed');
    const isEmpty = text[read] === '/';
    const i = isEmpty ? read + 1 : read;
    if (i >= text.length) return this.#truncated('a tag is malformed');
    if (text[i] !== '>') throw this.#fault('a tag is malformed');
    this.end = i + 1;
    const declared = this.#attributes.filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'));
    const namespaces = declared.map(
      ({ name, start, end }) => [name.slice(6), text.slice(start, end)] as const,
    );
    this.#tagScope = declared.length === 0 ? this.#scope : new XmlScope(new Map(namespaces), this.#scope);
    this.qualifiedName = qualifiedName;
    this.name = this.#nameOf(qualifiedName);
    if (this.#open.length === 0 && this.#hasRoot) throw this.#fault('it has two root elements');
    this.#hasRoot = true;
    if (isEmpty) return 'empty';
    if (this.#open.length >= maxDepth) {
      throw this.#fault(`its elements are nested more than ${maxDepth} levels deep`, 'depth');
    }
    this.#open.push({ qualifiedName, name: this.name, scope: this.#scope });
    this.#scope = this.#tagScope;
    return 'open';
  }

  #nameOf(qualifiedName: string): string {
    const { names } = this.#tagScope;
    const known = names.get(qualifiedName);
    if (known !== undefined) return known;
    const prefix = this.#options.prefixes?.get(this.#tagScope.namespaceOf(qualifiedName) ?? '') ?? '?';
    const name = `${prefix}:${qualifiedName.slice(qualifiedName.indexOf(':') + 1)}`;
    names.set(qualifiedName, name);
    return name;
  }

  #checkName(name: string): void {
    if (this.#validNames.has(name)) return;
    if (!validName.test(name)) throw this.#fault('a tag is malformed');
    this.#validNames.add(name);
  }

  #decode(start: number, end: number): string {
    const decoded = decodeEntities(this.text.slice(start, end));
    if (decoded !== undefined) return decoded;
    throw this.#fault('it has an undefined entity or an invalid character reference', 'entity');
  }

  #fault(why: string, kind: XmlFault['kind'] = 'syntax'): Error {
    return this.#options.refuse({ why, kind, position: this.start });
  }
}
