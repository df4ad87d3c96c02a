/** Placeholder that reserves the space of the content, so that the layout does not shift. */
export function Loading({ what, size = 'rows' }: { what: string; size?: 'rows' | 'chart' | 'page' }) {
  return (
    <div className={`loading loading-${size}`} role="status">
      <span className="visually-hidden">Loading {what}</span>
    </div>
  );
}
