import { type ReactNode, useId } from 'react';

interface CardProps {
  readonly title: string;
  /** Beside the title: a link or a short state. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, aside, className, children }: CardProps) {
  const id = useId();
  return (
    <section className={className === undefined ? 'card' : `card ${className}`} aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The shape of the cards before they arrive. */
export function CardShapes({ label }: { label: string }) {
  return (
    <div role="status" className="home">
      <span className="visually-hidden">{label}</span>
      {['home-main', 'home-side', 'home-third', 'home-third', 'home-third'].map((place, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change
        <div key={i} className={`card card-shape ${place}`} aria-hidden="true">
          <span className="bone bone-heading" />
          <span className="bone" />
          <span className="bone" />
          <span className="bone bone-heading" />
        </div>
      ))}
    </div>
  );
}
