/** Sentences by paragraph. When one changes, the browser lays out its paragraph again instead of the whole text. */

interface Part {
  readonly text: string;
  readonly separator: string;
}

export interface Paragraph<P extends Part> {
  /** The place of its first sentence among all. */
  readonly first: number;
  readonly indent: string;
  readonly parts: readonly P[];
  /** Line breaks after it. */
  readonly breaks: number;
}

/** Paragraphs without a translation are left out. */
export function paragraphsOf<P extends Part>(parts: readonly P[]): Paragraph<P>[] {
  const paragraphs: Paragraph<P>[] = [];
  let first = 0;
  let indent = '';
  for (const [i, { separator }] of parts.entries()) {
    const lines = separator.split('\n');
    if (lines.length === 1 && i < parts.length - 1) continue;
    paragraphs.push({ first, indent, parts: parts.slice(first, i + 1), breaks: lines.length - 1 });
    first = i + 1;
    indent = lines.at(-1) ?? '';
  }
  return paragraphs.filter((paragraph) => paragraph.parts.some(({ text }) => text !== ''));
}
