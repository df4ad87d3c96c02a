/**
 * Reads XML token by token with the position of each, so that everything around a change can be copied
 * unchanged. It is strict where an error would reach the result, resolves namespaces, and refuses what office
 * programs never write: document types with their entities, and nesting depths that only attacks have.
 */

import { decodeEntities } from '../../../markup/xml-text.ts';
import { InvalidDocumentError } from '../format.ts';
import { canonicalPrefix } from './namespaces.ts';

const maxDepth = 256;
const maxAttributes = 1_024;

export type XmlKind = 'open' | 'close' | 'empty' | 'text' | 'cdata' | 'end';

const charCodes = { tab: 9, newline: 10, carriage: 13, space: 32, slash: 47, equals: 61, more: 62 } as const;

interface Place {
  readonly start: number;
  readonly end: number;
}

export class XmlCursor {
  readonly text: string;
  readonly #part: string;
  kind: XmlKind = 'end';
  /** The range of the token; `end` is exclusive. */
  start = 0;
  end = 0;
  /** As written in the file; `name` has the prefix that this project gives the namespace: `w:p`. */
  qualifiedName = '';
  name = '';
  readonly #open: { qualifiedName: string; name: string; scope: Scope }[] = [];
  #scope: Scope = { own: new Map(), names: new Map(), outer: undefined };
  #attributes: number[] = [];
  #hasRoot = false;

  constructor(text: string, part: string) {
    this.text = text;
    this.#part = part;
    if (text.charCodeAt(0) === 0xfeff) this.end = 1;
  }

  /** The number of open elements around the next token. */
  get depth(): number {
    return this.#open.length;
  }

  next(): XmlKind {
    const { text } = this;
    for (;;) {
      const at = this.end;
      this.start = at;
      if (at >= text.length) return this.#finish();
      if (text.charCodeAt(at) !== 60) {
        const less = text.indexOf('<', at);
        this.end = less === -1 ? text.length : less;
        if (this.#open.length > 0) return this.#as('text');
        if (text.slice(at, this.end).trim() !== '') throw this.fault('it has text outside its root element');
        continue;
      }
      const sign = text.charCodeAt(at + 1);
      if (sign === charCodes.slash) return this.#close(at);
      if (sign === 63) {
        this.end = this.#after('?>', at + 2);
      } else if (sign !== 33) {
        return this.#openTag(at);
      } else if (text.startsWith('<!--', at)) {
        this.end = this.#after('-->', at + 4);
      } else if (text.startsWith('<![CDATA[', at) && this.#open.length > 0) {
        this.end = this.#after(']]>', at + 9);
        return this.#as('cdata');
      } else {
        throw this.fault('it declares a document type or entities, which are not supported');
      }
    }
  }

  /** The decoded text of a `text` or `cdata` token. */
  words(): string {
    if (this.kind === 'cdata') return this.text.slice(this.start + 9, this.end - 3);
    const decoded = decodeEntities(this.text.slice(this.start, this.end));
    if (decoded === undefined)
      throw this.fault('it has an undefined entity or an invalid character reference');
    return decoded;
  }

  /** The value of an attribute of an `open` or `empty` token, by its name as written. */
  attribute(name: string): string | undefined {
    return this.#valueAt(
      this.#find((from, to) => to - from === name.length && this.text.startsWith(name, from)),
    );
  }

  /** By local name, with any prefix or none: no element here has two attributes with the same local name. */
  localAttribute(local: string): string | undefined {
    return this.#valueAt(this.attributePlace(local));
  }

  /** By local name, only with a prefix: the same name without a prefix means something else. */
  prefixedAttribute(local: string): string | undefined {
    return this.#valueAt(this.#find((from, to) => this.text.slice(from, to).endsWith(`:${local}`)));
  }

  /** The range of the value of an attribute, without its quotes. */
  attributePlace(local: string): Place | undefined {
    return this.#find((from, to) => {
      const name = this.text.slice(from, to);
      return name === local || name.endsWith(`:${local}`);
    });
  }

  #find(isIt: (nameStart: number, nameEnd: number) => boolean): Place | undefined {
    const found = this.#attributes;
    for (let i = 0; i < found.length; i += 4) {
      if (!isIt(found[i] as number, found[i + 1] as number)) continue;
      return { start: found[i + 2] as number, end: found[i + 3] as number };
    }
    return undefined;
  }

  #valueAt(place: Place | undefined): string | undefined {
    return place === undefined ? undefined : decodeEntities(this.text.slice(place.start, place.end));
  }

  /** Moves from the `open` or `empty` token of an element to the end of the element. */
  skipElement(): void {
    if (this.kind === 'empty') return;
    const depth = this.depth;
    while (this.next() !== 'end') if (this.kind === 'close' && this.depth < depth) return;
  }

  /** Moves from the `open` or `empty` token of an element to its end, and returns its text. */
  readText(): string {
    if (this.kind === 'empty') return '';
    let text = '';
    const depth = this.depth;
    while (this.next() !== 'end') {
      if (this.kind === 'close' && this.depth < depth) break;
      if (this.kind === 'text' || this.kind === 'cdata') text += this.words();
    }
    return text;
  }

  fault(why: string): InvalidDocumentError {
    return new InvalidDocumentError(`The part ${this.#part} of the file cannot be read: ${why}.`);
  }

  #as(kind: XmlKind): XmlKind {
    this.kind = kind;
    return kind;
  }

  #finish(): XmlKind {
    if (this.#open.length > 0 || !this.#hasRoot) throw this.fault('it is truncated');
    return this.#as('end');
  }

  #after(mark: string, from: number): number {
    const at = this.text.indexOf(mark, from);
    if (at === -1) throw this.fault('it is truncated');
    return at + mark.length;
  }

  #close(at: number): XmlKind {
    this.end = this.#after('>', at);
    const opened = this.#open.pop();
    const { qualifiedName } = opened ?? { qualifiedName: '' };
    const from = at + 2;
    const rest = this.text.slice(from + qualifiedName.length, this.end - 1);
    if (opened === undefined || !this.text.startsWith(qualifiedName, from) || rest.trim() !== '') {
      throw this.fault('its elements are not nested correctly');
    }
    this.qualifiedName = qualifiedName;
    this.name = opened.name;
    this.#scope = opened.scope;
    return this.#as('close');
  }

  #openTag(at: number): XmlKind {
    const { text } = this;
    let i = at + 1;
    while (!endsName(text.charCodeAt(i))) i++;
    const qualifiedName = text.slice(at + 1, i);
    if (qualifiedName === '') throw this.fault('a tag has no name');
    i = this.#readAttributes(i);
    const isEmpty = text.charCodeAt(i) === charCodes.slash;
    if (isEmpty) i++;
    if (text.charCodeAt(i) !== charCodes.more) throw this.fault('a tag is malformed');
    this.end = i + 1;
    const outer = this.#scope;
    const scope = this.#declare(outer);
    this.qualifiedName = qualifiedName;
    this.name = nameIn(scope, qualifiedName);
    if (this.#open.length === 0 && this.#hasRoot) throw this.fault('it has two root elements');
    this.#hasRoot = true;
    if (isEmpty) return this.#as('empty');
    if (this.#open.length >= maxDepth)
      throw this.fault(`its elements are nested more than ${maxDepth} levels deep`);
    this.#open.push({ qualifiedName, name: this.name, scope: outer });
    this.#scope = scope;
    return this.#as('open');
  }

  #readAttributes(from: number): number {
    const { text } = this;
    const found: number[] = [];
    let i = from;
    for (;;) {
      const blank = i;
      while (isWhitespace(text.charCodeAt(i))) i++;
      const code = text.charCodeAt(i);
      if (code === charCodes.slash || code === charCodes.more || Number.isNaN(code)) break;
      const nameStart = i;
      while (!endsName(text.charCodeAt(i))) i++;
      const nameEnd = i;
      while (isWhitespace(text.charCodeAt(i))) i++;
      const hasEquals = text.charCodeAt(i++) === charCodes.equals;
      while (isWhitespace(text.charCodeAt(i))) i++;
      const quote = text[i];
      const valueEnd = quote === '"' || quote === "'" ? text.indexOf(quote, i + 1) : -1;
      if (!hasEquals || blank === nameStart || nameStart === nameEnd || valueEnd === -1) {
        throw this.fault('a tag is malformed');
      }
      found.push(nameStart, nameEnd, i + 1, valueEnd);
      if (found.length > 4 * maxAttributes) throw this.fault('a tag has too many attributes');
      i = valueEnd + 1;
    }
    this.#attributes = found;
    return i;
  }

  #declare(outer: Scope): Scope {
    let own: Map<string, string> | undefined;
    for (let i = 0; i < this.#attributes.length; i += 4) {
      if (!this.text.startsWith('xmlns', this.#attributes[i])) continue;
      const [from, to, start, end] = this.#attributes.slice(i, i + 4) as [number, number, number, number];
      const name = this.text.slice(from, to);
      if (name !== 'xmlns' && name[5] !== ':') continue;
      own ??= new Map();
      own.set(name.slice(6), canonicalPrefix(this.text.slice(start, end)));
    }
    return own === undefined ? outer : { own, names: new Map(), outer };
  }
}

/** The namespace prefixes in scope inside an element, and a cache of resolved names. */
interface Scope {
  readonly own: ReadonlyMap<string, string>;
  readonly names: Map<string, string>;
  readonly outer: Scope | undefined;
}

function nameIn(scope: Scope, qualifiedName: string): string {
  const known = scope.names.get(qualifiedName);
  if (known !== undefined) return known;
  const colon = qualifiedName.indexOf(':');
  const prefix = meaningOf(scope, colon === -1 ? '' : qualifiedName.slice(0, colon));
  const name = `${prefix}:${qualifiedName.slice(colon + 1)}`;
  scope.names.set(qualifiedName, name);
  return name;
}

function meaningOf(scope: Scope, prefix: string): string {
  for (let each: Scope | undefined = scope; each !== undefined; each = each.outer) {
    const meaning = each.own.get(prefix);
    if (meaning !== undefined) return meaning;
  }
  return '?';
}

function isWhitespace(code: number): boolean {
  return (
    code === charCodes.space ||
    code === charCodes.newline ||
    code === charCodes.tab ||
    code === charCodes.carriage
  );
}

function endsName(code: number): boolean {
  return (
    isWhitespace(code) ||
    code === charCodes.slash ||
    code === charCodes.more ||
    code === charCodes.equals ||
    code === 60 ||
    code === 34 ||
    code === 39 ||
    Number.isNaN(code)
  );
}
