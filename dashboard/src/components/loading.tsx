export interface LoadingProps {
  /** Tells screen readers what is being loaded. */
  readonly label: string;
  readonly size?: 'rows' | 'chart' | 'page' | undefined;
}

/** Placeholder that reserves the space of the content, so that the layout does not shift. */
export function Loading({ label, size = 'rows' }: LoadingProps) {
  return (
    <div className={`loading loading-${size}`} role="status">
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
