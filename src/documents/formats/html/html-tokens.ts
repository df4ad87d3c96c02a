/** Splits an HTML file into tags, text and other tokens, and throws as soon as a limit is exceeded. */
import {
  blockElements,
  forbidsTranslation,
  visibleAttributes,
  voidElements,
} from '../../../markup/html-rules.ts';
import { type Attribute, maxAttributes, type Place } from '../../../markup/place.ts';
import { type MarkupToken, scanMarkup, type TagToken } from '../../../markup/scan-markup.ts';
import { InvalidDocumentError } from '../format.ts';
import {
  documentLimits,
  hasMoreThan,
  tagSign,
  tooManyAttributes,
  tooManyCharacters,
  tooManyTags,
  tooManyUnits,
} from '../shared/limits.ts';
import { hiddenTextOf } from './html-attributes.ts';

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
  readonly hiddenText: Attribute | undefined;
  /** Empty for all elements except `html`. */
  readonly attributes: readonly Attribute[];
}

export type HtmlToken =
  | HtmlTag
  | (Place & { readonly type: 'text'; readonly isBlank: boolean })
  /** Comments, scripts and unterminated markup. */
  | (Place & { readonly type: 'other' });

/** Elements whose content is not text, or is not shown. */
const rawElements = new Set('script style iframe noembed noframes xmp plaintext'.split(' '));

export function htmlTokensOf(source: string): HtmlToken[] {
  if (hasMoreThan(documentLimits.maxTags, tagSign, source)) throw tooManyTags();
  const tokens: HtmlToken[] = [];
  const size = new TextSize();
  /** Attributes since the last tag that is complete. */
  let attributes = 0;
  let raw = '';
  const add = (token: MarkupToken) => {
    const { start, end } = token;
    if (token.type === 'tag') {
      const tag = tagOf(token);
      tokens.push(tag);
      if (tag.isBlock) size.endRun();
      else size.addTag();
      if (token.attributes.length > maxAttributes) throw tooManyAttributes();
      attributes -= token.attributes.length;
      if (tag.role !== 'close') raw = rawElements.has(tag.name) ? tag.name : raw;
      else if (raw === tag.name) raw = '';
    } else if (token.type === 'other' || raw !== '') {
      tokens.push({ type: 'other', start, end });
    } else {
      const isBlank = size.add(source, start, end) === 0;
      const last = tokens.at(-1);
      if (last?.type === 'text') {
        tokens[tokens.length - 1] = { ...last, end, isBlank: last.isBlank && isBlank };
      } else {
        tokens.push({ type: 'text', start, end, isBlank });
      }
    }
  };
  for (const batch of scanMarkup(source, 'html')) {
    attributes += batch.attributes;
    for (const token of batch.tokens) add(token);
    if (attributes > maxAttributes) throw tooManyAttributes();
  }
  return tokens;
}

/** In HTML, only void elements have no closing tag, however their tag is written. */
function tagOf(token: TagToken): HtmlTag {
  const { name, attributes, start, end } = token;
  const hiddenText = hiddenTextOf(token);
  return {
    type: 'tag',
    role: token.role === 'close' ? 'close' : voidElements.has(name) ? 'void' : 'open',
    name,
    start,
    end,
    // A button label is a sentence of its own.
    isBlock: blockElements.has(name) || rawElements.has(name) || hiddenText !== undefined,
    isKept: attributes.some(forbidsTranslation),
    isRead: attributes.some((each) => each.quote !== '' && visibleAttributes.has(each.name)),
    hiddenText,
    attributes: name === 'html' ? attributes : [],
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
