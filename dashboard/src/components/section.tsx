import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
  readonly children: ReactNode;
}

/** A part of a page under a heading of its own. */
export function Section({ id, title, intro, children }: SectionProps) {
  const heading = <h2 id={id}>{title}</h2>;
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
