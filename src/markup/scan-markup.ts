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
const quotes = { [QuoteType.Single]: "'", [QuoteType.Double]: '"' } as const;

/** The only user of htmlparser2. */
export function* scanMarkup(text: string, format: MarkupFormat): Generator<TokenBatch, void> {
  const isXml = format === 'xml';
  let tokens: MarkupToken[] = [];
  /** The end of the last token. */
  let at = 0;
  let tag = { name: '', attributes: [] as Attribute[] };
  let attribute = { name: '', value: '', end: 0 };
  let attributeCount = 0;

  const nameAt = (start: number, end: number) =>
    isXml ? text.slice(start, end) : text.slice(start, end).toLowerCase();
  const add = (token: MarkupToken) => {
    tokens.push(token);
    at = token.end;
  };
  const copyUntil = (position: number) => {
    const end = Math.min(position, text.length);
    if (end > at) add({ type: 'other', start: at, end });
  };
  const copy = (_start: number, end: number) => copyUntil(end + 1);
  const beginTag = (start: number, end: number) => {
    tag = { name: nameAt(start, end), attributes: [] };
  };
  const addTag = (role: TagToken['role'], end: number) => add({ type: 'tag', role, ...tag, start: at, end });
  const placeOfValue = (type: QuoteType, end: number): Place & Pick<Attribute, 'quote'> => {
    if (type === QuoteType.NoValue) return { start: 0, end: 0, quote: '' };
    const sign = type === QuoteType.Unquoted ? '=' : quotes[type];
    const start = text.indexOf(sign, attribute.end) + 1;
    if (sign !== '=') return { start, end: end - 1, quote: sign };
    return { start: start + text.slice(start, end).search(/[^ \t\n\f\r]|$/), end, quote: '' };
  };

  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: true },
    {
      ontext(start, end) {
        // At the end of the text, the tokenizer reports an unterminated tag as text that begins inside it.
        if (start < at || (start > at && text[start - 1] === '<')) return;
        copyUntil(start);
        add({ type: 'text', start, end });
      },
      ontextentity(codePoint, end) {
        const last = tokens.at(-1);
        const character = String.fromCodePoint(codePoint);
        // A few entities stand for two characters, which the tokenizer reports one at a time.
        const isSecond = end === at && last?.type === 'entity';
        if (isSecond) tokens.pop();
        const start = text.lastIndexOf('&', end - 1);
        if (!isSecond) copyUntil(start);
        add({ type: 'entity', meaning: isSecond ? last.meaning + character : character, start, end });
      },
      onopentagname(start, end) {
        copyUntil(start - 1);
        beginTag(start, end);
      },
      onattribname(start, end) {
        attribute = { name: nameAt(start, end), value: '', end };
        attributeCount++;
      },
      onattribdata(start, end) {
        attribute.value += text.slice(start, end);
      },
      onattribentity(codePoint) {
        attribute.value += String.fromCodePoint(codePoint);
      },
      onattribend(type, end) {
        tag.attributes.push({ name: attribute.name, value: attribute.value, ...placeOfValue(type, end) });
      },
      onopentagend: (end) => addTag(!isXml && voidElements.has(tag.name) ? 'void' : 'open', end + 1),
      onselfclosingtag: (end) => addTag('void', end + 1),
      onclosetag(start, end) {
        copyUntil(start - 2);
        beginTag(start, end);
        addTag('close', text.indexOf('>', end) + 1 || text.length);
      },
      oncomment: copy,
      oncdata: copy,
      ondeclaration: copy,
      onprocessinginstruction: (_start, end) => copyUntil(end + 2),
      onend: () => copyUntil(text.length),
    },
  );
  for (let start = 0; start <= text.length; start += charactersPerStep) {
    tokenizer.write(text.slice(start, start + charactersPerStep));
    if (start + charactersPerStep > text.length) tokenizer.end();
    yield { tokens, attributes: attributeCount };
    tokens = [];
    attributeCount = 0;
  }
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
