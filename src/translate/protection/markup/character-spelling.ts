/**
 * How characters are spelled in a piece of markup. The engine receives letters and quotes decoded.
 * Translations spell them as the source does, and always escape characters that would be markup.
 */
import { isSpan, type Layout, type Part } from '../layout.ts';

/** Entities for these characters are decoded; any other entity stays in place unchanged. */
const readable = /^[\p{L}\p{M}\p{N}&<>"']+$/u;

export function isReadable(meaning: string): boolean {
  return readable.test(meaning);
}

export class CharacterSpelling {
  readonly #spellings = new Map<string, string>();
  readonly #quote: string;

  /** `quote` is the quote around an attribute value, which must be escaped inside it. */
  constructor(quote = '') {
    this.#quote = quote;
  }

  /** Records how the source spells a character; the first spelling wins. */
  note(character: string, written: string): void {
    if (!this.#spellings.has(character)) this.#spellings.set(character, written);
  }

  /** Records the special characters that the source has unescaped. */
  noteAsWritten(words: string): void {
    for (const character of `&<>"'`) if (words.includes(character)) this.note(character, character);
  }

  /** Writes words of the translation. Always escapes `<`, which may open a tag where the engine moved it. */
  readonly write = (words: string): string => this.writeSource(words).replaceAll('<', '&lt;');

  /** Writes text that is the same in the source and in the translation. */
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

/** Spells spans that were found in decoded words as the source does. */
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
