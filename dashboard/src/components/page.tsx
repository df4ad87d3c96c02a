import type { ReactNode } from 'react';
import { Link } from '../state/navigation.tsx';

export interface PageHeadProps {
  readonly title: string;
  /** Above the title: the link to the list that the page belongs to. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Beside the title, such as a state. */
  readonly tag?: ReactNode;
  /** One or two sentences below the title. */
  readonly intro?: ReactNode;
  /** Beside the title; the primary action last. */
  readonly actions?: ReactNode;
}

/** The top of every page: title, introduction, actions. */
export function PageHead({ title, back, tag, intro, actions }: PageHeadProps) {
  return (
    <div className="page-head">
      <div className="page-title">
        {back !== undefined && (
          <Link className="row-link small" href={back.href}>
            {back.label}
          </Link>
        )}
        <div className="row">
          <h1 className="wrap">{title}</h1>
          {tag}
        </div>
        {intro !== undefined && <p className="quiet">{intro}</p>}
      </div>
      {Boolean(actions) && <div className="row">{actions}</div>}
    </div>
  );
}
