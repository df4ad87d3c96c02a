import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
  /** Of the heading. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A part of a page under a heading of its own. */
export function Section({ id, title, intro, level = 2, children }: SectionProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const heading = <Heading id={id}>{title}</Heading>;
  return (
    <section className="stack" aria-labelledby={id}>
      {intro === undefined ? (
        heading
      ) : (
        <div>
          {heading}
          <p className="quiet">{intro}</p>
        </div>
      )}
      {children}
    </section>
  );
}
