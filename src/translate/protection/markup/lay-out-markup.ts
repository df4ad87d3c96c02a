/**
 * Splits a text with markup into units. Tags and ignored elements that end a sentence are copied; those
 * inside a sentence become spans of its unit.
 */
import { countCodePoints } from '../../../lib/code-points.ts';
import type { Steps } from '../../../lib/event-loop-turns.ts';
import { visibleAttributes } from '../../../markup/html-rules.ts';
import { partnersOf } from '../../../markup/pair-tags.ts';
import type { Place } from '../../../markup/place.ts';
import type { MarkupToken, TagToken } from '../../../markup/scan-markup.ts';
import { hasWords, type Layout, type Unit } from '../layout.ts';
import { CharacterSpelling, writeSpans } from './character-spelling.ts';
import type { MarkupOptions } from './markup-options.ts';
import { ignoredBy, outlineOf } from './outline.ts';
import { type MarkWords, Sentence } from './sentence.ts';

export interface LaidOut {
  readonly layout: Layout;
  /** Characters to translate: text as written, with surrounding whitespace, and visible attributes. */
  readonly characters: number;
}

/** HTML elements in which line breaks are significant. */
const preformattedElements = new Set(['pre', 'textarea']);
const depthChanges = { open: 1, close: -1, void: 0 };

const tokensPerStep = 256;

/** Returns undefined when the text has more than `maxCharacters` characters to translate. */
export function* layOutMarkup(
  text: string,
  tokens: readonly MarkupToken[],
  options: MarkupOptions,
  markWords: MarkWords,
  maxCharacters: number,
): Steps<LaidOut | undefined> {
  const partners = partnersOf(tokens);
  const endsSentence = outlineOf(tokens, partners, text, options);
  const isIgnored = ignoredBy(options);
  const layout: (string | Unit)[] = [];
  let characters = 0;
  let sentence = new Sentence();
  let preformattedDepth = 0;

  const source = ({ start, end }: Place) => text.slice(start, end);
  const endSentence = () => {
    const joinsLines = options.format === 'html' && preformattedDepth === 0;
    for (const piece of sentence.layOut(markWords, joinsLines)) layout.push(piece);
    sentence = new Sentence();
  };
  const count = (place: Place) => {
    characters += countCodePoints(source(place));
  };
  const layOutTag = (tag: TagToken): Layout => {
    const pieces: (string | Unit)[] = [];
    let from = tag.start;
    for (const attribute of tag.attributes) {
      const { name, value, quote, start, end } = attribute;
      if (options.format !== 'html' || quote === '' || !visibleAttributes.has(name)) continue;
      if (!hasWords([value])) continue;
      count(attribute);
      // The text will be refused, so no more work is done.
      if (characters > maxCharacters) break;
      pieces.push(text.slice(from, start), attributeUnit(value, quote, markWords));
      from = end;
    }
    return [...pieces, text.slice(from, tag.end)];
  };

  for (let index = 0; index < tokens.length && characters <= maxCharacters; index++) {
    if (index % tokensPerStep === 0) yield;
    const token = tokens[index] as MarkupToken;
    if (token.type === 'text') {
      count(token);
      if (characters > maxCharacters) break;
      sentence.addText(source(token));
    } else if (token.type === 'entity') {
      count(token);
      sentence.addEntity(token.meaning, source(token));
    } else if (token.type === 'other') {
      sentence.add({ kind: 'mark', replacement: source(token) });
    } else if (token.role !== 'close' && isIgnored(token)) {
      // The end of an unclosed element is unknown, so only its tag is ignored.
      const last = token.role === 'void' ? index : (partners.get(index) ?? index);
      const region = text.slice(token.start, tokens[last]?.end);
      if (endsSentence(token, index)) {
        endSentence();
        layout.push(region);
      } else {
        sentence.add({ kind: 'word', replacement: region });
      }
      index = last;
    } else if (endsSentence(token, index)) {
      endSentence();
      for (const piece of layOutTag(token)) layout.push(piece);
      if (preformattedElements.has(token.name)) preformattedDepth += depthChanges[token.role];
    } else {
      const partner = partners.get(index);
      const pair = partner === undefined ? undefined : Math.min(index, partner);
      sentence.addTag(token, layOutTag(token), pair);
    }
  }
  if (characters > maxCharacters) return undefined;
  endSentence();
  return { layout, characters };
}

function attributeUnit(value: string, quote: string, markWords: MarkWords): Unit {
  const spelling = new CharacterSpelling(quote);
  return { parts: writeSpans(markWords([value]), spelling), write: spelling.write };
}
