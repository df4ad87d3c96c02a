/** Writes a paragraph from the translation of its unit: text in the style of its tags, objects copied. */

import type { Place } from '../../../../markup/place.ts';
import { decodeKnownEntities } from '../../../../markup/xml-text.ts';
import type { Copied, RunStyle } from './inline-pieces.ts';
import type { Pair, Paragraph, Token } from './lay-out-paragraph.ts';

/** Returns a stretch of the part with its changes applied. */
export type CopyStretch = (stretch: Place) => string;

export function composeParagraph(
  paragraph: Paragraph,
  translation: string,
  copyStretch: CopyStretch,
): string {
  const writer = new RunWriter(copyStretch);
  for (const token of paragraph.before) writer.addToken(token);
  addTranslation(writer, paragraph, translation);
  for (const token of paragraph.after) writer.addToken(token);
  return writer.finish();
}

const tag = /<(\/?)([gx])(\d{1,9})(\/?)>/g;

function addTranslation(writer: RunWriter, { tags, style }: Paragraph, translation: string): void {
  const open: Pair[] = [];
  const used = new Set<number>();
  const addText = (from: number, to: number) => {
    writer.addText(decodeKnownEntities(translation.slice(from, to)), open.at(-1)?.style ?? style);
  };
  let at = 0;
  for (const { 0: whole, 1: closes, 2: letter, 3: digits, index } of translation.matchAll(tag)) {
    addText(at, index);
    at = index + whole.length;
    const number = Number(digits);
    const found = tags[number - 1];
    if (closes === '/') {
      const closed = open.pop();
      if (closed === undefined || closed !== found) throw tagMismatch();
      writer.copy(closed.close);
      continue;
    }
    if (found === undefined || used.has(number) || (letter === 'x') !== Array.isArray(found)) {
      throw tagMismatch();
    }
    used.add(number);
    if (isPair(found)) {
      open.push(found);
      writer.copy(found.open);
    } else {
      writer.copy(found);
    }
  }
  addText(at, translation.length);
  if (open.length > 0 || used.size !== tags.length) throw tagMismatch();
}

function isPair(found: Pair | readonly Copied[]): found is Pair {
  return !Array.isArray(found);
}

/** The translator verifies tags; a missing one would lose a link or a footnote. */
function tagMismatch(): Error {
  return new Error('a translation does not have the tags of its unit, each once and nested');
}

/** Joins text of the same style into one run. */
class RunWriter {
  readonly #copyStretch: CopyStretch;
  #written = '';
  #text = '';
  #style: RunStyle | undefined;

  constructor(copyStretch: CopyStretch) {
    this.#copyStretch = copyStretch;
  }

  addToken(token: Token): void {
    if (token.kind === 'text') this.addText(token.text, token.style);
    else if (token.kind === 'object') this.copy(token.copied);
    else this.copy(token.pair[token.kind]);
  }

  addText(text: string, style: RunStyle): void {
    if (text === '') return;
    if (this.#style?.key !== style.key) this.#endRun();
    this.#style ??= style;
    this.#text += text;
  }

  copy(copied: readonly Copied[]): void {
    for (const each of copied) {
      if (typeof each === 'object' && 'style' in each) {
        this.addText(each.text, each.style);
      } else {
        this.#endRun();
        this.#written += typeof each === 'string' ? each : this.#copyStretch(each);
      }
    }
  }

  finish(): string {
    this.#endRun();
    return this.#written;
  }

  #endRun(): void {
    if (this.#style !== undefined && this.#text !== '') this.#written += this.#style.write(this.#text);
    this.#text = '';
    this.#style = undefined;
  }
}
