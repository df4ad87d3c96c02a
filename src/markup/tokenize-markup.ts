/**
 * Splits markup into tokens that concatenate to exactly the original text. No markup is invalid: anything
 * that is not markup is text, and an unterminated tag is copied like a comment.
 */
import { QuoteType, Tokenizer } from 'htmlparser2';
import type { Steps } from '../lib/event-loop-turns.ts';
import { voidElements } from './html-rules.ts';

export type MarkupFormat = 'html' | 'xml';

interface Range {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export interface TagToken extends Range {
  readonly type: 'tag';
  readonly role: 'open' | 'close' | 'void';
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

export interface Attribute {
  readonly name: string;
  /** Decoded, without quotes. */
  readonly value: string;
  /** The range between its quotes; undefined without a value or without quotes. */
  readonly quoted: Range | undefined;
}

export type MarkupToken =
  | TagToken
  | (Range & { readonly type: 'text' })
  /** An entity for one or two characters. */
  | (Range & { readonly type: 'entity'; readonly meaning: string })
  /** Comments, declarations, processing instructions, CDATA. */
  | (Range & { readonly type: 'other' });

const quoteSigns = new Map([
  [QuoteType.Single, "'"],
  [QuoteType.Double, '"'],
]);

/** `size` counts tokens and attributes. */
export type Tokenized = { ok: true; tokens: readonly MarkupToken[]; size: number } | { ok: false };

const charactersPerStep = 8 * 1024;

/** Returns `ok: false` when the size of the text exceeds `maxSize`. */
export function* tokenizeMarkup(text: string, format: MarkupFormat, maxSize: number): Steps<Tokenized> {
  const tokens: MarkupToken[] = [];
  const isXml = format === 'xml';
  const nameOf = (start: number, end: number) =>
    isXml ? text.slice(start, end) : text.slice(start, end).toLowerCase();
  let at = 0;
  let name = '';
  let attributes: Attribute[] = [];
  let attributeCount = 0;
  let attribute = { name: '', value: '', end: 0 };

  const stopIfTooLarge = () => {
    if (tokens.length + attributeCount > maxSize) tokenizer.pause();
  };
  const copyUntil = (end: number) => {
    if (end > at) tokens.push({ type: 'other', start: at, end });
    at = Math.max(at, end);
    stopIfTooLarge();
  };
  const addTag = (role: TagToken['role'], end: number) => {
    tokens.push({ type: 'tag', role, name, attributes, start: at, end });
    at = end;
    stopIfTooLarge();
  };
  const endComment = (_start: number, end: number) => copyUntil(Math.min(end + 1, text.length));

  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: true },
    {
      ontext(start, end) {
        // At the end of the text, the tokenizer reports an unterminated tag as text that begins inside it.
        if (start < at || (start > at && text[start - 1] === '<')) return;
        copyUntil(start);
        const last = tokens.at(-1);
        if (last?.type === 'text') tokens[tokens.length - 1] = { ...last, end };
        else tokens.push({ type: 'text', start, end });
        at = end;
      },
      ontextentity(codePoint, end) {
        const meaning = String.fromCodePoint(codePoint);
        const last = tokens.at(-1);
        // A few entities stand for two characters, which the tokenizer reports one at a time.
        if (end === at && last?.type === 'entity')
          tokens[tokens.length - 1] = { ...last, meaning: last.meaning + meaning };
        else tokens.push({ type: 'entity', meaning, start: at, end });
        at = end;
        stopIfTooLarge();
      },
      onopentagname(start, end) {
        copyUntil(start - 1);
        name = nameOf(start, end);
        attributes = [];
      },
      onattribname(start, end) {
        attribute = { name: nameOf(start, end), value: '', end };
        attributeCount++;
        stopIfTooLarge();
      },
      onattribdata(start, end) {
        attribute.value += text.slice(start, end);
      },
      onattribentity(codePoint) {
        attribute.value += String.fromCodePoint(codePoint);
      },
      onattribend(quote, end) {
        const { name: attributeName, value } = attribute;
        const sign = quoteSigns.get(quote);
        const start = sign === undefined ? 0 : text.indexOf(sign, attribute.end) + 1;
        const quoted = sign === undefined ? undefined : { start, end: end - 1 };
        attributes.push({ name: attributeName, value, quoted });
      },
      onopentagend: (end) => addTag(!isXml && voidElements.has(name) ? 'void' : 'open', end + 1),
      onselfclosingtag: (end) => addTag('void', end + 1),
      onclosetag(start, end) {
        copyUntil(start - 2);
        name = nameOf(start, end);
        attributes = [];
        const closed = text.indexOf('>', end);
        addTag('close', closed === -1 ? text.length : closed + 1);
      },
      oncomment: endComment,
      oncdata: endComment,
      ondeclaration: endComment,
      onprocessinginstruction: (_start, end) => copyUntil(end + 2),
      onend: () => copyUntil(text.length),
    },
  );
  for (let start = 0; start < text.length; start += charactersPerStep) {
    yield;
    tokenizer.write(text.slice(start, start + charactersPerStep));
    if (!tokenizer.running) return { ok: false };
  }
  tokenizer.end();
  return { ok: true, tokens, size: tokens.length + attributeCount };
}
