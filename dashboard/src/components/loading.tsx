export interface LoadingProps {
  /** Tells screen readers what is being loaded. */
  readonly label: string;
  readonly size?: 'rows' | 'chart' | 'page' | undefined;
}

/** Bars of a chart, in percent of its height. */
const bars = [30, 55, 40, 75, 60, 90, 45, 70, 35, 80, 65, 50];

/** The shape of what comes, in the space that it will take, so that the layout does not shift. */
export function Loading({ label, size = 'rows' }: LoadingProps) {
  return (
    <div className={`loading loading-${size}`} role="status">
      <span className="visually-hidden">{label}</span>
      {size === 'page' && <span className="bone bone-title" />}
      {size === 'chart' ? <ChartShape /> : <RowShapes count={size === 'page' ? 7 : 5} />}
    </div>
  );
}

function ChartShape() {
  return (
    <svg className="bone-chart" viewBox="0 0 120 40" preserveAspectRatio="none" aria-hidden="true">
      {bars.map((share, i) => (
        <rect key={share} x={i * 10 + 1.5} y={40 - share * 0.4} width="7" height={share * 0.4} />
      ))}
    </svg>
  );
}

function RowShapes({ count }: { count: number }) {
  return Array.from({ length: count }, (_, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <span key={i} className="bone-row">
      <span className="bone bone-name" />
      <span className="bone" />
      <span className="bone" />
      <span className="bone bone-short" />
    </span>
  ));
}
