/** Holds the place of what is on its way, so that nothing moves when it comes. */
export function Loading({ what, size = 'rows' }: { what: string; size?: 'rows' | 'chart' | 'page' }) {
  return (
    <div className={`loading loading-${size}`} role="status">
      <span className="visually-hidden">Loading {what}</span>
    </div>
  );
}
