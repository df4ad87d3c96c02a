/**
 * How characters are written in a piece of markup. The engine reads letters and quotes as they are meant; on the way
 * back they are written as the source wrote them, and what would be markup is always escaped.
 */
import { isSpan, type Layout, type Part } from '../layout.ts';

/** Names of these are read; any other name stays where it is, as it is. */
const readable = /^[\p{L}\p{M}\p{N}&<>"']+$/u;

export function isReadable(meaning: string): boolean {
  return readable.test(meaning);
}

export class CharacterSpelling {
  readonly #spellings = new Map<string, string>();
  readonly #quote: string;

  /** `quote` is what stands around an attribute, and so can't stand inside. */
  constructor(quote = '') {
    this.#quote = quote;
  }

  /** Notes how the source writes a character; its first way counts. */
  note(character: string, written: string): void {
    if (!this.#spellings.has(character)) this.#spellings.set(character, written);
  }

  /** Characters that the source has as they are, and that need no other way. */
  noteAsWritten(words: string): void {
    for (const character of `&<>"'`) if (words.includes(character)) this.note(character, character);
  }

  /** Words of the translation: a `<` that opens nothing here may do so where the engine put it. */
  readonly write = (words: string): string => this.writeSource(words).replaceAll('<', '&lt;');

  /** What stands in the translation as it does in the source. */
  readonly writeSource = (words: string): string => {
    if (this.#spellings.size === 0 && !/[&<>"']/.test(words)) return words;
    return Array.from(words, (character) => this.#spellingOf(character)).join('');
  };

  #spellingOf(character: string): string {
    const spelling = this.#spellings.get(character);
    if (spelling !== undefined && (spelling !== character || character !== this.#quote)) return spelling;
    return character === this.#quote ? (quoteNames[character] ?? character) : (names[character] ?? character);
  }
}

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const quoteNames: Readonly<Record<string, string>> = { '"': '&quot;', "'": '&#39;' };

/** Spans that were found in words as they are meant, as they are written. */
export function writeSpans(parts: readonly Part[], spelling: CharacterSpelling): Part[] {
  return parts.map((part) => {
    if (!isSpan(part)) return part;
    const kind = part.kind === 'word' ? 'word' : 'mark';
    const { replacement } = part;
    if (typeof replacement === 'string') return { kind, replacement: spelling.writeSource(replacement) };
    return { kind, replacement: writeLayout(replacement, spelling) };
  });
}

function writeLayout(layout: Layout, spelling: CharacterSpelling): Layout {
  const { write, writeSource } = spelling;
  return layout.map((piece) =>
    typeof piece === 'string' ? writeSource(piece) : { parts: writeSpans(piece.parts, spelling), write },
  );
}
