import type { ReactNode } from 'react';

interface ParagraphTextProps {
  readonly indent: string;
  /** Line breaks after it: none after the last one. */
  readonly breaks: number;
  readonly children: ReactNode;
}

/** A paragraph of the translation. With an empty line after it, it is a `p`: a browser copies that with an empty line. */
export function ParagraphText({ indent, breaks, children }: ParagraphTextProps) {
  const Element = breaks > 1 ? 'p' : 'div';
  return (
    <Element className="paragraph">
      {indent}
      {children}
      {/* The last of them takes no line, and the distance to the next paragraph is one. */}
      {breaks > 2 && '\n'.repeat(breaks - 1)}
    </Element>
  );
}
