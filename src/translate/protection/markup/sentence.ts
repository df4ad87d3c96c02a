/** The words and tags between two ends of sentences, and what is translated of them. */
import { isSpan, type Layout, type Part, type Span, type Unit } from '../layout.ts';
import { hasWords } from '../verify.ts';
import { CharacterSpelling, isReadable, writeSpans } from './character-spelling.ts';
import { peel } from './peel-unit.ts';
import type { TagToken } from './tokenize-markup.ts';

/** Finds more spans in words as they are meant. */
export type MarkWords = (parts: readonly Part[]) => readonly Part[];

/** Longer than the name or number of any letter or quote that somebody writes. */
const maxSpelling = 16;

export class Sentence {
  readonly #parts: Part[] = [];
  readonly #spelling = new CharacterSpelling();
  #words = '';

  addText(words: string): void {
    // Names that the format doesn't know, such as those of a document type.
    const pieces = words.split(/(&[\w.-]{1,60};)/);
    for (const [i, piece] of pieces.entries()) {
      if (i % 2 === 1) {
        this.add({ kind: 'mark', replacement: piece });
        continue;
      }
      this.#spelling.noteAsWritten(piece);
      this.#words += piece;
    }
  }

  addEntity(meaning: string, written: string): void {
    // A spelling is used for every such character of the translation: one of thousands of zeros would multiply it.
    if (isReadable(meaning) && written.length <= maxSpelling) {
      this.#spelling.note(meaning, written);
      this.#words += meaning;
    } else {
      this.add({ kind: 'mark', replacement: written });
    }
  }

  add(span: Span): void {
    if (this.#words !== '') this.#parts.push(this.#words);
    this.#words = '';
    this.#parts.push(span);
  }

  /** A tag whose other half is in another sentence stands alone in this one. */
  addTag({ role }: TagToken, replacement: Layout, pair: number | undefined): void {
    const simple =
      replacement.length === 1 && typeof replacement[0] === 'string' ? replacement[0] : replacement;
    this.add(
      pair === undefined || role === 'void'
        ? { kind: 'mark', replacement: simple }
        : { kind: role, pair, replacement: simple },
    );
  }

  layOut(markWords: MarkWords, joinsLines: boolean): Layout {
    if (this.#words !== '') this.#parts.push(this.#words);
    const { write, writeSource } = this.#spelling;
    const { before, core, after } = peel(withLoneTagsAsMarks(this.#parts));
    if (!hasWords(core)) return copied([...before, ...core, ...after], writeSource);
    const parts = core.flatMap((part) => {
      if (isSpan(part)) return [part];
      // In HTML a line break is a space, and to some engines it would be the end of a sentence.
      const words = joinsLines ? joinLines(part) : part;
      return writeSpans(markWords([words]), this.#spelling);
    });
    return [...copied(before, writeSource), { parts, write }, ...copied(after, writeSource)];
  }
}

/** Run by run: a pattern that begins with blanks reads a long run again from each of its characters. */
function joinLines(words: string): string {
  if (!words.includes('\n')) return words;
  return words.replaceAll(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks));
}

function copied(parts: readonly Part[], write: (words: string) => string): Layout {
  return parts.flatMap((part): readonly (string | Unit)[] => {
    if (!isSpan(part)) return [write(part)];
    return typeof part.replacement === 'string' ? [part.replacement] : part.replacement;
  });
}

function withLoneTagsAsMarks(parts: readonly Part[]): readonly Part[] {
  const halves = new Map<number, number>();
  for (const part of parts) {
    if (isSpan(part) && part.pair !== undefined) halves.set(part.pair, (halves.get(part.pair) ?? 0) + 1);
  }
  return parts.map((part) =>
    isSpan(part) && part.pair !== undefined && halves.get(part.pair) === 1
      ? { kind: 'mark', replacement: part.replacement }
      : part,
  );
}
