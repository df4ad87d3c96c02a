import type { ReactNode } from 'react';

interface PageHeadProps {
  readonly title: string;
  /** One or two sentences below the title. */
  readonly intro?: ReactNode;
  /** Beside the title; the primary action last. */
  readonly actions?: ReactNode;
}

/** The top of every page: title, introduction, actions. */
export function PageHead({ title, intro, actions }: PageHeadProps) {
  return (
    <div className="page-head">
      <div className="page-title">
        <h1 className="wrap">{title}</h1>
        {intro !== undefined && <p className="quiet">{intro}</p>}
      </div>
      {Boolean(actions) && <div className="row">{actions}</div>}
    </div>
  );
}
