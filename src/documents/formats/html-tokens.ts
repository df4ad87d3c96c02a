/** Splits an HTML file into tags, text and other tokens, and throws as soon as a limit is exceeded. */
import { blockElements, voidElements } from '../../markup/html-rules.ts';
import { InvalidDocumentError } from './format.ts';
import { hasReadAttribute, hiddenTextOf, keepsContent } from './html-attributes.ts';
import {
  documentLimits,
  hasMoreThan,
  tagSign,
  tooManyCharacters,
  tooManyTags,
  tooManyUnits,
} from './limits.ts';
import { type MarkupAttribute, type MarkupTag, scanMarkup } from './scan-markup.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

export interface HtmlTag extends Place {
  readonly type: 'tag';
  readonly role: 'open' | 'close' | 'void';
  readonly name: string;
  /** Ends a sentence. */
  readonly isBlock: boolean;
  /** Its content must not be translated. */
  readonly isKept: boolean;
  /** Has attributes with visible text. */
  readonly isRead: boolean;
  /** An attribute that is a unit of its own. */
  readonly hiddenText: MarkupAttribute | undefined;
  /** Empty for all elements except `html`. */
  readonly attributes: readonly MarkupAttribute[];
}

export type HtmlToken =
  | HtmlTag
  | (Place & { readonly type: 'text'; readonly isBlank: boolean })
  /** Comments, scripts and unterminated markup. */
  | (Place & { readonly type: 'other' });

/** Elements whose content is not text, or is not shown. */
const rawElements = new Set('script style iframe noembed noframes xmp plaintext'.split(' '));
const noAttributes: readonly MarkupAttribute[] = [];

export function htmlTokensOf(source: string): HtmlToken[] {
  if (hasMoreThan(documentLimits.maxTags, tagSign, source)) throw tooManyTags();
  const tokens: HtmlToken[] = [];
  const size = new TextSize();
  let at = 0;
  let raw = '';
  const copyUntil = (end: number) => {
    if (end > at) tokens.push({ type: 'other', start: at, end });
    at = Math.max(at, end);
  };
  const addTag = (tag: HtmlTag) => {
    copyUntil(tag.start);
    tokens.push(tag);
    at = tag.end;
    if (tag.isBlock) size.endRun();
    else size.addTag();
  };
  scanMarkup(source, false, {
    text(start, end) {
      // The scanner reports an unterminated tag at the end of the file as text, without its `<`.
      if (raw !== '' || (start > at && source[start - 1] === '<')) return;
      copyUntil(start);
      const characters = size.add(source, start, end);
      const last = tokens.at(-1);
      if (last?.type === 'text') {
        tokens[tokens.length - 1] = { ...last, end, isBlank: last.isBlank && characters === 0 };
      } else {
        tokens.push({ type: 'text', start, end, isBlank: characters === 0 });
      }
      at = end;
    },
    open(tag) {
      addTag(tagOf(source, tag));
      if (rawElements.has(tag.name)) raw = tag.name;
    },
    close(name, start, end) {
      if (raw === name) raw = '';
      addTag({ ...plainTag(name, start, end), role: 'close' });
    },
    other: (_kind, _start, end) => copyUntil(end),
  });
  copyUntil(source.length);
  return tokens;
}

function plainTag(name: string, start: number, end: number): HtmlTag {
  const isBlock = blockElements.has(name) || rawElements.has(name);
  const flags = { isBlock, isKept: false, isRead: false };
  return {
    type: 'tag',
    role: 'open',
    name,
    start,
    end,
    attributes: noAttributes,
    hiddenText: undefined,
    ...flags,
  };
}

function tagOf(source: string, markup: MarkupTag): HtmlTag {
  const { name, attributes, start, end } = markup;
  const tag = plainTag(name, start, end);
  const role = voidElements.has(name) ? 'void' : 'open';
  if (attributes.length === 0) return role === 'open' ? tag : { ...tag, role };
  const hiddenText = hiddenTextOf(source, markup);
  return {
    ...tag,
    role,
    // A button label is a sentence of its own.
    isBlock: tag.isBlock || hiddenText !== undefined,
    isKept: keepsContent(source, attributes),
    isRead: hasReadAttribute(attributes),
    hiddenText,
    attributes: name === 'html' ? attributes : noAttributes,
  };
}

/** Counts the visible text during the scan, so that a file that is too large is refused early. */
class TextSize {
  #characters = 0;
  #runs = 0;
  #inRun = 0;
  #tagsInRun = 0;

  endRun(): void {
    this.#inRun = 0;
    this.#tagsInRun = 0;
  }

  /** Tags before the first word and after the last word are not part of a sentence. */
  addTag(): void {
    if (this.#inRun > 0) this.#tagsInRun++;
  }

  /** Returns the number of characters without surrounding whitespace. */
  add(source: string, start: number, end: number): number {
    const characters = source.slice(start, end).trim().length;
    if (characters === 0) return 0;
    if (this.#inRun === 0 && ++this.#runs > documentLimits.maxUnits) throw tooManyUnits();
    this.#inRun += characters;
    this.#characters += characters;
    // The factor 4 allows for characters of two code units and for entities of ten.
    if (this.#characters > 4 * documentLimits.maxCharacters) throw tooManyCharacters();
    if (this.#inRun > 4 * documentLimits.maxUnitLength) throw paragraphTooLong();
    if (this.#tagsInRun > documentLimits.maxUnitMarkup) throw paragraphTooLong();
    return characters;
  }
}

export function paragraphTooLong(): InvalidDocumentError {
  return new InvalidDocumentError(
    `A paragraph of the document has more than ${documentLimits.maxUnitLength} characters, or more than ` +
      `${documentLimits.maxUnitMarkup} tags. Split it.`,
  );
}
