/**
 * Splits HTML or XML into tokens that concatenate to exactly the original text. No markup is invalid: anything
 * that is not markup is text, and an unterminated tag is copied like a comment. Nothing is expanded or fetched,
 * and no tree is built.
 */
import { QuoteType, Tokenizer } from 'htmlparser2';
import type { Steps } from '../lib/event-loop-turns.ts';
import { voidElements } from './html-rules.ts';
import type { Attribute, Place } from './place.ts';

export type MarkupFormat = 'html' | 'xml';

export interface TagToken extends Place {
  readonly type: 'tag';
  readonly role: 'open' | 'close' | 'void';
  /** In lower case in HTML. */
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

export type MarkupToken =
  | TagToken
  | (Place & { readonly type: 'text' })
  /** An entity for one or two characters. */
  | (Place & { readonly type: 'entity'; readonly meaning: string })
  /** Comments, declarations, processing instructions, CDATA. */
  | (Place & { readonly type: 'other' });

/** The tokens of one step. A text that is longer than a step continues in the next batch. */
export interface TokenBatch {
  readonly tokens: readonly MarkupToken[];
  /** How many attributes were found, including those of a tag that ends in a later batch. */
  readonly attributes: number;
}

const charactersPerStep = 8 * 1024;

export function* scanMarkup(text: string, format: MarkupFormat): Generator<TokenBatch, void> {
  const scanner = new Scanner(text, format);
  for (let start = 0; start < text.length; start += charactersPerStep) {
    scanner.tokenizer.write(text.slice(start, start + charactersPerStep));
    yield scanner.takeBatch();
  }
  scanner.tokenizer.end();
  yield scanner.takeBatch();
}

/** `size` counts tokens and attributes. */
export type Tokenized = { ok: true; tokens: readonly MarkupToken[]; size: number } | { ok: false };

/** Returns `ok: false` when the size of the text exceeds `maxSize`. */
export function* tokenizeMarkup(text: string, format: MarkupFormat, maxSize: number): Steps<Tokenized> {
  const tokens: MarkupToken[] = [];
  let attributes = 0;
  for (const batch of scanMarkup(text, format)) {
    for (const token of batch.tokens) addToken(tokens, token);
    attributes += batch.attributes;
    if (tokens.length + attributes > maxSize) return { ok: false };
    yield;
  }
  return { ok: true, tokens, size: tokens.length + attributes };
}

/** Joins adjacent texts. */
function addToken(tokens: MarkupToken[], token: MarkupToken): void {
  const last = tokens.at(-1);
  if (token.type === 'text' && last?.type === 'text') tokens[tokens.length - 1] = { ...last, end: token.end };
  else tokens.push(token);
}

const quotes = { [QuoteType.Single]: "'", [QuoteType.Double]: '"' } as const;

/** The only user of htmlparser2. */
class Scanner {
  readonly tokenizer: Tokenizer;
  readonly #text: string;
  readonly #isXml: boolean;
  #tokens: MarkupToken[] = [];
  #attributeCount = 0;
  /** The end of the last token. */
  #at = 0;
  #name = '';
  #attributes: Attribute[] = [];
  #attribute = { name: '', value: '', end: 0 };

  constructor(text: string, format: MarkupFormat) {
    this.#text = text;
    this.#isXml = format === 'xml';
    const copy = (_start: number, end: number) => this.#copyUntil(end + 1);
    this.tokenizer = new Tokenizer(
      { xmlMode: this.#isXml, decodeEntities: true },
      {
        ontext: (start, end) => this.#addText(start, end),
        ontextentity: (codePoint, end) => this.#addEntity(String.fromCodePoint(codePoint), end),
        onopentagname: (start, end) => this.#beginTag(start - 1, start, end),
        onattribname: (start, end) => {
          this.#attribute = { name: this.#nameAt(start, end), value: '', end };
          this.#attributeCount++;
        },
        onattribdata: (start, end) => {
          this.#attribute.value += text.slice(start, end);
        },
        onattribentity: (codePoint) => {
          this.#attribute.value += String.fromCodePoint(codePoint);
        },
        onattribend: (quote, end) => this.#attributes.push(this.#finishAttribute(quote, end)),
        onopentagend: (end) => this.#addTag(this.#hasNoContent() ? 'void' : 'open', end + 1),
        onselfclosingtag: (end) => this.#addTag('void', end + 1),
        onclosetag: (start, end) => {
          this.#beginTag(start - 2, start, end);
          this.#addTag('close', text.indexOf('>', end) + 1 || text.length);
        },
        oncomment: copy,
        oncdata: copy,
        ondeclaration: copy,
        onprocessinginstruction: (_start, end) => this.#copyUntil(end + 2),
        onend: () => this.#copyUntil(text.length),
      },
    );
  }

  takeBatch(): TokenBatch {
    const batch = { tokens: this.#tokens, attributes: this.#attributeCount };
    this.#tokens = [];
    this.#attributeCount = 0;
    return batch;
  }

  #nameAt(start: number, end: number): string {
    const name = this.#text.slice(start, end);
    return this.#isXml ? name : name.toLowerCase();
  }

  #hasNoContent(): boolean {
    return !this.#isXml && voidElements.has(this.#name);
  }

  #add(token: MarkupToken): void {
    this.#tokens.push(token);
    this.#at = token.end;
  }

  #copyUntil(position: number): void {
    const end = Math.min(position, this.#text.length);
    if (end > this.#at) this.#add({ type: 'other', start: this.#at, end });
  }

  #addText(start: number, end: number): void {
    // At the end of the text, the tokenizer reports an unterminated tag as text that begins inside it.
    if (start < this.#at || (start > this.#at && this.#text[start - 1] === '<')) return;
    this.#copyUntil(start);
    this.#add({ type: 'text', start, end });
  }

  #addEntity(meaning: string, end: number): void {
    const last = this.#tokens.at(-1);
    // A few entities stand for two characters, which the tokenizer reports one at a time.
    if (end === this.#at && last?.type === 'entity') {
      this.#tokens[this.#tokens.length - 1] = { ...last, meaning: last.meaning + meaning };
    } else {
      const start = this.#text.lastIndexOf('&', end - 1);
      this.#copyUntil(start);
      this.#add({ type: 'entity', meaning, start, end });
    }
  }

  #beginTag(tagStart: number, start: number, end: number): void {
    this.#copyUntil(tagStart);
    this.#name = this.#nameAt(start, end);
    this.#attributes = [];
  }

  #addTag(role: TagToken['role'], end: number): void {
    this.#add({ type: 'tag', role, name: this.#name, attributes: this.#attributes, start: this.#at, end });
  }

  #finishAttribute(type: QuoteType, end: number): Attribute {
    const { name, value, end: nameEnd } = this.#attribute;
    if (type === QuoteType.NoValue) return { name, value, start: 0, end: 0, quote: '' };
    if (type !== QuoteType.Unquoted) {
      const quote = quotes[type];
      return { name, value, start: this.#text.indexOf(quote, nameEnd) + 1, end: end - 1, quote };
    }
    const start = this.#text.indexOf('=', nameEnd) + 1;
    const blank = this.#text.slice(start, end).search(/[^ \t\n\f\r]|$/);
    return { name, value, start: start + blank, end, quote: '' };
  }
}
